import type { RunSummary, ShownStatus } from '../../model/run';
import type { RunIndex } from '../../runs/index/runIndex';
import { addToList, compareValues } from '../../shared/arrays';
import { formatNumber, t } from '../../shared/l10n';
import type { RunGroup, RunView, TreeNode } from '../../shared/lspExtensions';
import { statusWord } from '../../shared/statusWord';
import { compareNaturally, STATUS_ORDER } from './filterAndSortRuns';
import { sumOfProblems, withProblems } from './problemCounts';
import { runTitle } from './runTreeNode';
import { shownStatus, statusIcon } from './treeIcons';
import { treeNodeId } from './treeNodeId';
import { dayOf, dayTitle, described, familyTitle, plain, runsText } from './treeNodeTexts';

/** The workflow runs below one node of the tree of runs, in order. The node is a workspace folder, or a group such as one status. */
export interface TreeGroup {
  key: string;
  node: TreeNode;
  runs: readonly RunSummary[];
}

/** Returns the folders that have runs or a note, in their order, then the runs outside of all folders. */
export function folderGroups(runs: readonly RunSummary[], folders: readonly TreeFolder[]): TreeGroup[] {
  const order = new Map(folders.map(({ uri }, index) => [uri, index]));
  const placeOf = (key: string) => order.get(key) ?? folders.length;
  const groups = groupRuns(runs, ({ folder }) => [folder]);
  for (const { uri, note } of folders) if (note !== undefined && !groups.has(uri)) groups.set(uri, []);
  return [...groups]
    .sort(([a], [b]) => placeOf(a) - placeOf(b) || natural(a, b))
    .map(([key, runs]) => {
      const folder = folders[placeOf(key)];
      if (folder?.isStore) return { key, runs: [], node: storeNode(folder) };
      const name = folder?.name ?? (key === '' ? t`Outside of the workspace` : key);
      const id = treeNodeId({ is: 'folder', folder: key });
      return treeGroup(
        key,
        runs,
        {
          id,
          is: 'folder',
          label: plain(name) || key,
          icon: { id: 'root-folder' },
          opens: 'open',
        },
        folder?.note,
      );
    });
}

/** Returns the node of a store. It starts collapsed: only expanding it loads its runs. */
function storeNode({ uri, name, note }: TreeFolder): TreeNode {
  return {
    id: treeNodeId({ is: 'folder', folder: uri }),
    is: 'source',
    label: plain(name) || t`Store`,
    ...described(note !== undefined && plain(note)),
    icon: { id: 'database' },
    opens: 'closed',
  };
}

/**
 * Groups runs for the tree of runs as the user chose, for example by day or by agent. Grouped by agent, a run is in the groups of all its
 * agents.
 *
 * @param folder the workspace folder of the runs if the tree shows folders, otherwise null
 */
export function runGroups(
  runs: readonly RunSummary[],
  { group: by, sort }: RunView,
  folder: string | null,
  now: number,
): TreeGroup[] {
  const groups = [...groupRuns(runs, run => groupKeys(run, by, now))].sort((a, b) => {
    // Days are sorted in the same direction as runs.
    const byDay = by === 'day' && sort === 'oldest' && a[0] && b[0];
    return byDay ? natural(a[0], b[0]) : order(a, b, by);
  });
  const opens = groups.length === 1 ? 'open' : 'closed';
  return groups.map(([key, runs]) => {
    const id = treeNodeId({ is: 'group', by, key, folder });
    const { label, icon } = lookOf([key, runs], by, now);
    return treeGroup(key, runs, { id, is: 'group', label, icon, opens });
  });
}

/**
 * Returns the keys of the groups that a run belongs to.
 *
 * @param now in milliseconds since 1970
 */
export function groupKeys(run: RunSummary, by: RunGroup, now: number): readonly string[] {
  switch (by) {
    case 'none':
      return [];
    case 'family':
      return [run.family];
    case 'status':
      return [shownStatus(run, now)];
    case 'day':
      return [run.startedAt === undefined ? '' : dayOf(run.startedAt)];
    case 'agent':
      return run.agents.length > 0 ? run.agents : [''];
    case 'conversation':
      return [run.conversation ?? ''];
  }
}

function groupRuns(
  runs: readonly RunSummary[],
  keysOf: (run: RunSummary) => readonly string[],
): Map<string, RunSummary[]> {
  const groups = new Map<string, RunSummary[]>();
  for (const run of runs) {
    for (const key of keysOf(run)) addToList(groups, key, run);
  }
  return groups;
}

function treeGroup(key: string, runs: readonly RunSummary[], node: TreeNode, note?: string): TreeGroup {
  const problems = sumOfProblems(runs.map(run => run.problems));
  return {
    key,
    runs,
    node: {
      ...node,
      ...described(runsText(runs.length), note === undefined ? undefined : plain(note)),
      ...withProblems(problems),
    },
  };
}

type Group = readonly [key: string, runs: readonly RunSummary[]];

function order(group: Group, next: Group, by: RunGroup): number {
  const [[one], [other]] = [group, next];
  if (by === 'status') return STATUS_ORDER.indexOf(one) - STATUS_ORDER.indexOf(other);
  if (one === '' || other === '') return one === other ? 0 : one === '' ? 1 : -1;
  return by === 'day'
    ? natural(other, one)
    : natural(lookOf(group, by, 0).label, lookOf(next, by, 0).label) || natural(one, other);
}

function natural(a: string, b: string): number {
  return compareNaturally(a, b) || compareValues(a, b);
}

function lookOf(
  [key, runs]: Group,
  by: RunGroup,
  now: number,
): Pick<TreeNode, 'label'> & { icon: { id: string; color?: string } } {
  switch (by) {
    case 'status': {
      const word = statusWord(key as ShownStatus);
      return { label: `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`, icon: statusIcon(key as ShownStatus) };
    }
    case 'day':
      return { label: key === '' ? t`No date` : dayTitle(key, now), icon: { id: 'calendar' } };
    case 'agent':
      return { label: key === '' ? t`No agent` : plain(key, 60) || t`agent`, icon: { id: 'hubot' } };
    case 'conversation':
      return {
        label: key === '' ? t`No conversation` : conversationTitle(key, runs),
        icon: { id: 'comment-discussion' },
      };
    default:
      return { label: plain(familyTitle(runs[0] ?? { family: key })), icon: { id: 'book' } };
  }
}

/** Returns what a conversation is about: the title of its first run. */
function conversationTitle(key: string, runs: readonly RunSummary[]): string {
  const start = ({ startedAt }: RunSummary) => startedAt ?? 0n;
  const first = runs.reduce((one, other) => (start(other) < start(one) ? other : one), runs[0] as RunSummary);
  return runTitle(first) || plain(key);
}

/** A row of an ungrouped list: a run, or the runs of a conversation. */
export type ListRow = { run: RunSummary } | { conversation: TreeGroup };

/**
 * Returns the rows of a list of runs, in its order. Several runs of one conversation, in one folder, are one row, at the place
 * of the first of them.
 *
 * @param folder the folder of the runs if the tree shows folders, otherwise null
 */
export function listRows(runs: readonly RunSummary[], folder: string | null): ListRow[] {
  const turns = groupRuns(runs, run => (run.conversation === undefined ? [] : [run.conversation]));
  const placed = new Set<string>();
  return runs.flatMap((run): ListRow[] => {
    const { conversation: key } = run;
    const same = key === undefined ? undefined : turns.get(key);
    if (key === undefined || !same || same.length === 1) return [{ run }];
    if (placed.has(key)) return [];
    placed.add(key);
    return [{ conversation: conversationGroup(key, same, folder) }];
  });
}

function conversationGroup(key: string, runs: readonly RunSummary[], folder: string | null): TreeGroup {
  const id = treeNodeId({ is: 'group', by: 'conversation', key, folder });
  const { label, icon } = lookOf([key, runs], 'conversation', 0);
  const failed = runs.filter(({ status }) => status === 'failed').length;
  const note = failed > 0 ? t`${formatNumber(failed)} failed` : undefined;
  return treeGroup(key, runs, { id, is: 'group', label, icon, opens: 'closed' }, note);
}

/** A folder that may be a root of the tree. */
export interface TreeFolder {
  uri: string;
  name: string;
  /** A text beside the name. A folder with a note is shown even without runs. */
  note?: string;
  /** The folder is a store, which lists its own runs; they are not in the index. */
  isStore?: true;
}

/**
 * Returns the folders that are the roots of the tree; empty if a single folder needs no node. A source folder is a root only
 * if it has a note, or runs, even if the filter hides them.
 */
export function rootFolders(
  index: RunIndex,
  { folders, sourceFolders = [] }: { folders: readonly TreeFolder[]; sourceFolders?: readonly TreeFolder[] },
): readonly TreeFolder[] {
  const own = new Set(folders.map(({ uri }) => uri));
  const others = sourceFolders.filter(({ uri }) => !own.has(uri));
  const used = others.length === 0 ? own : new Set(index.runs().map(({ folder }) => folder));
  const roots = [...folders, ...others.filter(({ uri, note }) => note !== undefined || used.has(uri))];
  return roots.length > 1 ? roots : [];
}
