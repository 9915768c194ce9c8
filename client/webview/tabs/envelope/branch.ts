import type { EnvelopeMember } from '../../../../server/src/shared/protocol';
import type { Path } from './pathText';

/** What stands in a value of an envelope, as far as it is known and open. Its members may be many and come page by page. */
export interface Branch {
  total: number;
  /** By their places; holes where they are not known yet. */
  members: Map<number, EnvelopeMember>;
  /** What is open among them, by their places: of a long text no branch, but its text. */
  open: Map<number, Branch | 'text'>;
}

/** A row of the tree. */
export interface BranchRow {
  /** The branch that it stands in, and the path of that. */
  branch: Branch;
  path: Path;
  /** Its place in the branch. */
  index: number;
  depth: number;
  /** Undefined while it is not known. */
  member?: EnvelopeMember;
}

/** How many rows a branch takes, with all that is open in it. */
export function countRows(branch: Branch): number {
  let count = branch.total;
  for (const child of branch.open.values()) if (child !== 'text') count += countRows(child);
  return count;
}

/** The row of a number; undefined past the last one. */
export function rowAt(branch: Branch, row: number, path: Path = [], depth = 0): BranchRow | undefined {
  let shift = 0;
  for (const [index, child] of openedIn(branch)) {
    const own = index + shift;
    if (row <= own) break;
    const size = countRows(child);
    if (row <= own + size) return rowAt(child, row - own - 1, [...path, nameAt(branch, index)], depth + 1);
    shift += size;
  }
  const index = row - shift;
  if (index < 0 || index >= branch.total) return undefined;
  const member = branch.members.get(index);
  return { branch, path, index, depth, ...(member && { member }) };
}

/** The number of the row that stands at a path, or of the nearest one around it that is shown; -1 for the root. */
export function branchRowOf(branch: Branch, path: Path): number {
  const [name, ...rest] = path;
  if (name === undefined) return -1;
  const index = memberIndex(branch, name);
  if (index === undefined) return -1;
  let row = index;
  for (const [before, child] of openedIn(branch)) if (before < index) row += countRows(child);
  const child = branch.open.get(index);
  return rest.length > 0 && child && child !== 'text' ? row + 1 + branchRowOf(child, rest) : row;
}

/** The place of a member that is known. */
export function memberIndex(branch: Branch, name: string | number): number | undefined {
  if (typeof name === 'number' && typeof (branch.members.get(name)?.name ?? name) === 'number') {
    return name < branch.total ? name : undefined;
  }
  for (const [index, member] of branch.members) if (String(member.name) === String(name)) return index;
  return undefined;
}

export function branchRowPath({ path, member }: BranchRow): Path {
  return member ? [...path, member.name] : path;
}

// In the order of their places, not that in which they were opened.
function openedIn({ open }: Branch): (readonly [number, Branch])[] {
  return [...open].filter((one): one is [number, Branch] => one[1] !== 'text').sort(([one], [other]) => one - other);
}

function nameAt(branch: Branch, index: number): string | number {
  return branch.members.get(index)?.name ?? index;
}
