import { nodeId } from '../features/runs/tree/nodeId';
import { runNode } from '../features/runs/tree/runNode';
import { plain } from '../features/runs/words';
import type { SourceKind } from '../model/runSource';
import type { TreeNode, TreeNodes } from '../shared/protocol';
import { listedRunSummary } from './listedRunSummary';
import type { ListedRuns } from './storeListing';

/** A store as a folder of the tree of runs: its runs are loaded into files below this folder. */
export interface StoreFolder {
  uri: string;
  name: string;
  kind: SourceKind;
}

/** The root node of a store. Its runs are listed when it is opened. */
export function storeRootNode({ uri, name, kind }: StoreFolder): TreeNode {
  return {
    id: nodeId({ is: 'folder', folder: uri }),
    is: 'source',
    label: plain(name) || kind,
    description: KIND_TITLES[kind],
    icon: { id: 'database' },
    opens: 'closed',
  };
}

export const KIND_TITLES: Readonly<Record<SourceKind, string>> = {
  files: 'files',
  jaeger: 'Jaeger',
  tempo: 'Grafana Tempo',
  clickhouse: 'ClickHouse',
  langfuse: 'Langfuse',
};

/**
 * A page of the nodes below a store: lines about the list, then its runs.
 *
 * @param from the index of the first node
 * @param now in milliseconds since 1970
 */
export function storeNodes(store: StoreFolder, listed: ListedRuns, from: number, now: number): TreeNodes {
  const { runs, known, hasMore } = listed;
  const notices = storeNotices(store, listed);
  const nodes = runs.map(run => runNode(listedRunSummary(run, store.uri), now, undefined));
  // Notices come first, and belong to the first page.
  const shown = from === 0 ? [...notices, ...nodes] : nodes;
  const total = notices.length + known;
  return { nodes: shown, total: hasMore ? total + 1 : total, ...(hasMore && { isOpenEnded: true }) };
}

/** What a user should know of the list: why it ends, and which terms of the filter it does not answer. */
export function storeNotices(
  { uri }: StoreFolder,
  { known, hasMore, fault, appliedAfter, notApplied }: ListedRuns,
): TreeNode[] {
  const notices: TreeNode[] = [];
  const add = (label: string, tooltip: string, icon: TreeNode['icon']) => {
    const node: TreeNode = {
      id: nodeId({ is: 'notice', folder: uri, at: notices.length }),
      is: 'notice',
      label,
      opens: 'no',
    };
    notices.push({ ...node, tooltip, ...(icon && { icon }) });
  };
  if (fault !== undefined)
    add(plain(fault, 300), plain(fault, 300), { id: 'warning', color: 'notificationsWarningIcon.foreground' });
  else if (known === 0 && !hasMore) add('No runs', 'The store answered, and has no run that matches.', { id: 'info' });
  if (notApplied.length > 0) {
    const terms = notApplied.map(term => plain(term, 40)).join(', ');
    add(
      `Not applied: ${terms}`,
      'This store knows nothing of these terms of the filter; runs are listed regardless of them.',
      {
        id: 'info',
      },
    );
  }
  if (appliedAfter.length > 0) {
    const terms = appliedAfter.map(term => plain(term, 40)).join(', ');
    add(
      `Applied to its answer: ${terms}`,
      'This store can’t be asked for these terms of the filter; they were applied to what it answered.',
      {
        id: 'info',
      },
    );
  }
  return notices;
}
