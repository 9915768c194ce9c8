import { t } from '../../../../server/src/shared/l10n';
import type { EnvelopeMember, StepProblem } from '../../../../server/src/shared/lspExtensions';

/** A JSON value in the tree that shows an envelope, as far as it is loaded and expanded. Members are loaded page by page, since there may be many. */
export interface Branch {
  total: number;
  /** By index; members not loaded yet are absent. */
  members: Map<number, EnvelopeMember>;
  /** The expanded members, by index; for a long text, `text` instead of a branch. */
  open: Map<number, Branch | 'text'>;
}

/** A row of the tree. */
export interface BranchRow {
  /** Its branch, and the branch's path. */
  branch: Branch;
  path: Path;
  /** Its index in the branch. */
  index: number;
  depth: number;
  /** Undefined while loading. */
  member?: EnvelopeMember;
}

/** The number of rows of a branch, with all that is expanded in it. */
export function countRows(branch: Branch): number {
  let count = branch.total;
  for (const child of branch.open.values()) if (child !== 'text') count += countRows(child);
  return count;
}

/** The row at an index; undefined past the last one. */
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

/** The index of the row at a path, or of its nearest visible ancestor; -1 for the root. */
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

/** The index of a loaded member. */
export function memberIndex(branch: Branch, name: string | number): number | undefined {
  if (typeof name === 'number' && typeof (branch.members.get(name)?.name ?? name) === 'number') {
    return name < branch.total ? name : undefined;
  }
  for (const [index, member] of branch.members) if (String(member.name) === String(name)) return index;
  return undefined;
}

/** The path of names in the tree. */
export function branchRowPath({ path, member }: BranchRow): Path {
  return member ? [...path, member.name] : path;
}

/** The path in the envelope, where members may have other names than in the tree. */
export function pathInEnvelope(row: BranchRow): Path {
  return row.member?.path ?? branchRowPath(row);
}

// In index order, not in the order of expansion.
function openedIn({ open }: Branch): (readonly [number, Branch])[] {
  return [...open].filter((one): one is [number, Branch] => one[1] !== 'text').sort(([one], [other]) => one - other);
}

function nameAt(branch: Branch, index: number): string | number {
  return branch.members.get(index)?.name ?? index;
}

/** Keys and indices from the root of an envelope. */
export type Path = StepProblem['path'];

/** Formats a path as in code: `payload.items[2]["odd name"]`; the root is `the envelope`. */
export function pathText(path: Path): string {
  if (path.length === 0) return t`the envelope`;
  const text = path.slice(0, MOST).map(written).join('').replace(/^\./, '');
  return path.length > MOST ? `${text}…` : text;
}

const MOST = 12;

function written(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key) && key.length <= 60
    ? `.${key}`
    : `[${JSON.stringify(key.slice(0, 60))}]`;
}

/** A path as a JSONPath query for the one value there: `$.payload.items[2]["odd name"]`. */
export function jsonPath(path: Path): string {
  return `$${path.map(queried).join('')}`;
}

function queried(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
