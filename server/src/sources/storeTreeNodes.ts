import { runTreeNode } from '../features/runs/runTreeNode';
import { treeNodeId } from '../features/runs/treeNodeId';
import { plain, tooltip } from '../features/runs/treeNodeTexts';
import type { SaidMatch, SourceKind } from '../model/runSource';
import { runKey } from '../runs/index/recordStore';
import { t } from '../shared/l10n';
import type { FoundText, TreeNode, TreeNodes } from '../shared/lspExtensions';
import { listedRunSummary } from './storeFilter';
import type { ListedRuns } from './storeListing';

/** A trace store, shown as a folder in the tree of runs. Its runs are loaded into files below this folder. */
export interface StoreFolder {
  uri: string;
  name: string;
  kind: SourceKind;
}

/** The display name of each kind of source. */
export const KIND_TITLES: Readonly<Record<SourceKind, string>> = {
  files: t`files`,
  jaeger: 'Jaeger',
  tempo: 'Grafana Tempo',
  clickhouse: 'ClickHouse',
  langfuse: 'Langfuse',
};

/**
 * Returns a page of the nodes below a store: notices about the list, then runs, then the reason if the list ends early.
 *
 * @param from the index of the first node
 * @param listed the runs from the index that `firstRunOf` returns
 * @param now in milliseconds since 1970
 */
export function storeTreeNodes(store: StoreFolder, listed: ListedRuns, from: number, now: number): TreeNodes {
  const { runs, known, hasMore } = listed;
  const terms = termNotices(store, listed);
  const end = endNotices(store, listed);
  const nodes = runs.map(run => runTreeNode(listedRunSummary(run, store.uri), now, undefined, run.steps !== undefined));
  const total = terms.length + known + end.length;
  return {
    nodes: [...terms.slice(from), ...nodes, ...end],
    total: hasMore ? total + 1 : total,
    ...(hasMore && { isOpenEnded: true }),
  };
}

/** Returns the nodes below a run that can't be loaded: the fault. */
export function loadFaultNodes(run: string, fault: string): TreeNodes {
  return { nodes: [notice(run, AT_END, plain(fault, 300), plain(fault, 300), 'warning')], total: 1 };
}

/** Returns the index of the first run to show, given the index of the first node: notices about the filter precede the runs. */
export function firstRunOf(from: number, listed: Pick<ListedRuns, 'appliedAfter' | 'notApplied'>): number {
  return Math.max(0, from - termLists(listed).length);
}

function termLists({ appliedAfter, notApplied }: Pick<ListedRuns, 'appliedAfter' | 'notApplied'>) {
  return [
    {
      labelOf: (list: string) => t`Not applied: ${list}`,
      about: t`This store knows nothing of these terms of the filter.`,
      terms: notApplied,
    },
    {
      labelOf: (list: string) => t`Applied to its answer: ${list}`,
      about: t`This store can’t be asked for these terms of the filter; they were applied to what it answered.`,
      terms: appliedAfter,
    },
  ].filter(({ terms }) => terms.length > 0);
}

function termNotices(store: StoreFolder, listed: ListedRuns): TreeNode[] {
  return termLists(listed).map(({ labelOf, about, terms }, at) =>
    notice(store.uri, at, labelOf(terms.map(term => plain(term, 40)).join(', ')), about, 'info'),
  );
}

function endNotices(store: StoreFolder, listed: ListedRuns): TreeNode[] {
  const { hasMore, fault, unlisted = 0 } = listed;
  if (fault !== undefined) return [notice(store.uri, AT_END, plain(fault, 300), plain(fault, 300), 'warning')];
  if (hasMore) return [];
  const leftOut = unlistedNote(unlisted);
  return [
    ...(leftOut === undefined ? [] : [notice(store.uri, BEFORE_END, leftOut, `${leftOut}.`, 'warning')]),
    ...lastNotice(store, listed),
  ];
}

function lastNotice(store: StoreFolder, { known, recentDays }: ListedRuns): TreeNode[] {
  if (recentDays !== undefined) {
    const label = known > 0 ? t`The last ${recentDays} days` : t`No runs in the last ${recentDays} days`;
    return [notice(store.uri, AT_END, label, OLDER, 'info')];
  }
  if (known > 0) return [];
  return [notice(store.uri, AT_END, t`No runs`, t`The store answered, and has no run that matches.`, 'info')];
}

const OLDER = t`The store is asked for older runs if the filter says since when, such as since:30d.`;

const BEFORE_END = 8;
const AT_END = 9;

function notice(of: string, at: number, label: string, about: string, icon: 'info' | 'warning'): TreeNode {
  return {
    id: treeNodeId({ is: 'notice', of, at }),
    is: 'notice',
    label,
    tooltip: tooltip(about),
    icon: icon === 'info' ? { id: icon } : { id: icon, color: 'notificationsWarningIcon.foreground' },
    opens: 'no',
  };
}

/** Converts a match in a store for the editor. Its run is loaded when the user opens the match. */
export function storedMatch(match: SaidMatch, { name, uri }: Pick<StoreFolder, 'name' | 'uri'>): FoundText {
  const { run, family, step } = match;
  return {
    ...match,
    about: [name, plain(run, 16)].join(' · '),
    stored: { run: runKey(family, run, uri), ...(step !== undefined && { step }) },
  };
}

/** Returns a line that says how many runs of a store are left out; undefined if there are none. */
export function unlistedNote(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? t`1 run is left out: the store gives no start or no valid id, or it can’t be loaded`
    : t`${count} runs are left out: the store gives no start or no valid id, or they can’t be loaded`;
}
