import { t } from '../../../../server/src/shared/l10n';
import type { EnvelopeAt, EnvelopeMember } from '../../../../server/src/shared/lspExtensions';
import type { AnswerCache } from '../../model/answerCache';
import { type Branch, memberIndex, type Path } from './lazyTree';

/**
 * Loads the tree that shows the JSON of an envelope, with the branches open that the user opened. At first, the small branches below the root are
 * open.
 */
export async function loadTree(
  answers: AnswerCache,
  at: EnvelopeAt,
  opened: ReadonlyMap<string, boolean> = new Map(),
): Promise<Branch> {
  let left = MOST_OPEN;
  const load = async (path: Path): Promise<Branch> => {
    const branch = await loadBranch(answers, at, path);
    await Promise.all(
      [...branch.members].map(async ([index, member]) => {
        const child = [...path, member.name];
        if (isLongText(member) && opened.get(JSON.stringify(child))) branch.open.set(index, 'text');
        if (!isBranch(member) || !isOpen(child, member, opened) || --left < 0) return;
        branch.open.set(index, await load(child));
      }),
    );
    return branch;
  };
  return load([]);
}

/** The number of properties or elements that one request loads. */
export const MEMBERS = 100;
/** The maximum number of automatically expanded branches. */
const MOST_OPEN = 24;
/** Larger branches are not expanded automatically. */
const SMALL = 8;
/** The maximum number of pages searched for a member. */
const MOST_PAGES = 50;

export async function loadBranch(answers: AnswerCache, at: EnvelopeAt, path: Path): Promise<Branch> {
  const branch: Branch = { total: 0, members: new Map(), open: new Map() };
  await loadMembers(answers, at, path, branch, 0);
  return branch;
}

/** Loads members of a branch, from an index on. */
export async function loadMembers(
  answers: AnswerCache,
  at: EnvelopeAt,
  path: Path,
  branch: Branch,
  from: number,
): Promise<void> {
  const answer = await answers.ask('members', { ...at, path, from, count: MEMBERS });
  branch.total = answer.total;
  answer.rows.forEach((member, index) => branch.members.set(answer.from + index, member));
}

/** Expands all ancestors of a path, as far as it exists. */
export async function openTo(answers: AnswerCache, at: EnvelopeAt, root: Branch, path: Path): Promise<void> {
  let branch = root;
  for (let depth = 0; depth < path.length; depth++) {
    const index = await findMember(answers, at, path.slice(0, depth), branch, path[depth] as string | number);
    const member = index === undefined ? undefined : branch.members.get(index);
    if (index === undefined || !member || !isBranch(member) || depth === path.length - 1) return;
    const open = branch.open.get(index);
    const child = open && open !== 'text' ? open : await loadBranch(answers, at, path.slice(0, depth + 1));
    branch.open.set(index, child);
    branch = child;
  }
}

async function findMember(
  answers: AnswerCache,
  at: EnvelopeAt,
  path: Path,
  branch: Branch,
  name: string | number,
): Promise<number | undefined> {
  if (typeof name === 'number') {
    const from = Math.floor(name / MEMBERS) * MEMBERS;
    if (name < branch.total && !branch.members.has(name)) await loadMembers(answers, at, path, branch, from);
    return memberIndex(branch, name);
  }
  for (let page = 0; page < MOST_PAGES && page * MEMBERS < branch.total; page++) {
    const known = memberIndex(branch, name);
    if (known !== undefined) return known;
    if (!branch.members.has(page * MEMBERS)) await loadMembers(answers, at, path, branch, page * MEMBERS);
  }
  return memberIndex(branch, name);
}

/** Returns whether a member has members to show. */
export function isBranch({ is, size }: EnvelopeMember): boolean {
  return (is === 'object' || is === 'list') && size !== 0;
}

/** Returns whether a text may not fit in its row, and expands below it. */
export function isLongText({ is, shown, size }: EnvelopeMember): boolean {
  return is === 'text' && (size !== undefined || shown.length > LONG);
}

/** Characters. */
const LONG = 40;

function isOpen(path: Path, { size = 0 }: EnvelopeMember, opened: ReadonlyMap<string, boolean>): boolean {
  return opened.get(JSON.stringify(path)) ?? (path.length === 1 && size <= SMALL);
}

/** The maximum number of characters, and of values, that are copied. */
const MOST_TEXT = 5_000_000;
const MOST_VALUES = 5_000;

/** The value at a path for the clipboard: a text unquoted, any other value as JSON. Throws if it is too large. */
export async function copyValue(
  answers: AnswerCache,
  at: EnvelopeAt,
  path: Path,
  member: EnvelopeMember,
): Promise<string> {
  let values = 0;
  // Assembled as text, since a number may have more digits than a parsed one.
  async function jsonAt(own: Path, { is, shown }: EnvelopeMember, indent: string): Promise<string> {
    if (++values > MOST_VALUES) throw new Error(t`Too much to copy: it is copied best from its file.`);
    if (is === 'text') return JSON.stringify(await textAt(answers, at, own));
    return is === 'object' || is === 'list' ? membersAt(own, is, indent) : shown;
  }
  async function membersAt(own: Path, is: 'object' | 'list', indent: string): Promise<string> {
    const inside = `${indent}  `;
    const members: string[] = [];
    for (let from = 0, total = 1; from < total; ) {
      const answer = await answers.ask('members', { ...at, path: own, from, count: MEMBERS });
      for (const one of answer.rows) {
        const value = await jsonAt([...own, one.name], one, inside);
        members.push(is === 'list' ? value : `${JSON.stringify(one.name)}: ${value}`);
      }
      if (answer.rows.length === 0) break;
      total = answer.total;
      from += answer.rows.length;
    }
    const [open, close] = is === 'list' ? '[]' : '{}';
    return members.length === 0
      ? `${open}${close}`
      : `${open}\n${inside}${members.join(`,\n${inside}`)}\n${indent}${close}`;
  }
  return member.is === 'text' ? textAt(answers, at, path) : jsonAt(path, member, '');
}

async function textAt(answers: AnswerCache, at: EnvelopeAt, path: Path): Promise<string> {
  let text = '';
  for (;;) {
    const answer = await answers.ask('value', { ...at, path, from: text.length });
    text += answer.text;
    if (text.length >= answer.total || answer.text === '') return text;
    if (text.length > MOST_TEXT) throw new Error(t`Too long to copy: it is copied best from its file.`);
  }
}
