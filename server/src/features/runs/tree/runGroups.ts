import type { RunSummary, ShownStatus } from '../../../model/run';
import type { RunGroup, RunView, TreeNode } from '../../../shared/protocol';
import { familyTitle } from '../familyTitle';
import { statusIcon } from '../icons';
import { dayOf, dayTitle } from '../localTime';
import { sumOfProblems, withProblems } from '../problems';
import { shownStatus } from '../shownStatus';
import { counted, described, plain } from '../words';
import { nodeId } from './nodeId';
import { STATUS_ORDER } from './statusOrder';

/** Runs that stand together under one node: a workspace folder, or a group. They keep their order. */
export interface TreeGroup {
  key: string;
  node: TreeNode;
  runs: readonly RunSummary[];
}

/** The workspace folders that have runs, in the order of the workspace; after them what lies outside of all. */
export function folderGroups(
  runs: readonly RunSummary[],
  folders: readonly { uri: string; name: string }[],
): TreeGroup[] {
  const order = new Map(folders.map(({ uri }, index) => [uri, index]));
  const placeOf = (key: string) => order.get(key) ?? folders.length;
  return [...shelved(runs, ({ folder }) => [folder])]
    .sort(([one], [other]) => placeOf(one) - placeOf(other) || natural(one, other))
    .map(([key, runs]) => {
      const name = folders[placeOf(key)]?.name ?? (key === '' ? 'Outside of the workspace' : key);
      const id = nodeId({ is: 'folder', folder: key });
      return treeGroup(key, runs, {
        id,
        is: 'folder',
        label: plain(name) || key,
        icon: { id: 'root-folder' },
        opens: 'open',
      });
    });
}

/**
 * The groups of runs. A run stands in each of its agents' groups.
 *
 * @param folder that they stand in, where folders are shown
 */
export function runGroups(
  runs: readonly RunSummary[],
  { group: by, sort }: RunView,
  folder: string | null,
  now: number,
): TreeGroup[] {
  const groups = [...shelved(runs, run => groupKeys(run, by, now))].sort((one, other) => {
    // Days go as their runs go.
    const byDay = by === 'day' && sort === 'oldest' && one[0] && other[0];
    return byDay ? natural(one[0], other[0]) : order(one, other, by);
  });
  const opens = groups.length === 1 ? 'open' : 'closed';
  return groups.map(([key, runs]) => {
    const id = nodeId({ is: 'group', by, key, folder });
    const { label, icon } = lookOf([key, runs], by, now);
    return treeGroup(key, runs, { id, is: 'group', label, icon, opens });
  });
}

/** What groups a run stands in. @param now in milliseconds since 1970 */
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
  }
}

function shelved(
  runs: readonly RunSummary[],
  keysOf: (run: RunSummary) => readonly string[],
): Map<string, RunSummary[]> {
  const shelves = new Map<string, RunSummary[]>();
  for (const run of runs) {
    for (const key of keysOf(run)) {
      const shelf = shelves.get(key);
      if (shelf) shelf.push(run);
      else shelves.set(key, [run]);
    }
  }
  return shelves;
}

function treeGroup(key: string, runs: readonly RunSummary[], node: TreeNode): TreeGroup {
  const problems = sumOfProblems(runs.map(run => run.problems));
  return { key, runs, node: { ...node, ...described(counted(runs.length, 'run')), ...withProblems(problems) } };
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

function natural(one: string, other: string): number {
  return NATURAL.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}

const NATURAL = new Intl.Collator('en', { numeric: true });

function lookOf(
  [key, [first]]: Group,
  by: RunGroup,
  now: number,
): Pick<TreeNode, 'label'> & { icon: { id: string; color?: string } } {
  switch (by) {
    case 'status':
      return { label: `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`, icon: statusIcon(key as ShownStatus) };
    case 'day':
      return { label: key === '' ? 'No date' : dayTitle(key, now), icon: { id: 'calendar' } };
    case 'agent':
      return { label: key === '' ? 'No agent' : plain(key, 60) || 'agent', icon: { id: 'hubot' } };
    default:
      return { label: plain(familyTitle(first ?? { family: key })), icon: { id: 'book' } };
  }
}
