import type { Severity } from '../../../model/severity';
import type { Path } from '../../../model/text';
import type { EnvelopeMember, ReplayQuestions } from '../../../shared/replay';
import { QUOTE } from '../../../text/json/jsonScanner';
import { plain } from '../../runs/words';
import type { EnvelopeProblem, ReplayContext } from '../context/replayContext';
import { clampWindow, windowRows } from '../context/rowWindow';
import { sourceAt } from './parsedSource';
import { type ReadableNode, rawText, readableAt, readableMembers, readableNote, readableRoot } from './readableTree';

/** The members of a value in the tree of an envelope, in document order; none if it is neither an object nor an array. */
export function envelopeMembers(
  replay: ReplayContext,
  params: ReplayQuestions['members']['params'],
): ReplayQuestions['members']['answer'] {
  const source = sourceAt(replay, params);
  const read = replay.reader.text(source);
  if ('fault' in read || read.lang === 'markdown') return NONE;
  const shown = pathOf(params.path);
  const node = readableAt(readableRoot(read.text), shown);
  const members = node && readableMembers(node);
  if (!members) return NONE;
  const problems = replay.reader.problems(source);
  return windowRows(params, members.count, MOST_MEMBERS, index => {
    const name = members.name(index);
    const member = members.node(index);
    const hasPlace = member.span !== undefined && !node.isEmbedded;
    const problem = hasPlace ? worstIn(problems, member.path) : undefined;
    const note = readableNote(member);
    return {
      name,
      ...memberOf(member, members.isList),
      ...(!isEqualPath(member.path, [...shown, name]) && { path: member.path }),
      ...(note !== undefined && { note }),
      ...(problem && { problem }),
    };
  });
}

/** A window of a value's characters: of a string, its decoded content; of any other value, its JSON text. */
export function envelopeValue(
  replay: ReplayContext,
  params: ReplayQuestions['value']['params'],
): ReplayQuestions['value']['answer'] {
  const read = replay.reader.text(sourceAt(replay, params));
  if ('fault' in read) return { text: '', total: 0 };
  const node = read.lang === 'markdown' ? undefined : readableAt(readableRoot(read.text), pathOf(params.path));
  const text = node ? rawText(node) : read.lang === 'markdown' ? read.text : '';
  const { from, count } = clampWindow(params, text.length, MOST_CHARACTERS);
  return { text: text.slice(from, from + count), total: text.length };
}

const MOST_MEMBERS = 200;
const MOST_CHARACTERS = 20_000;
const LONGEST_SHOWN = 300;
const NONE: ReplayQuestions['members']['answer'] = { rows: [], from: 0, total: 0 };

// The value comes from the page and may be anything.
function pathOf(path: unknown): Path {
  return Array.isArray(path) ? path : [];
}

function memberOf(node: ReadableNode, isInList: boolean): Pick<EnvelopeMember, 'is' | 'shown' | 'size'> {
  const { text, span } = node;
  const members = readableMembers(node);
  if (members) {
    const name = isInList && !members.isList ? nameOf(node) : undefined;
    return members.isList
      ? { is: 'list', shown: '[…]', size: members.count }
      : { is: 'object', shown: name ?? '{…}', size: members.count };
  }
  const token = span ? text.slice(span.start, Math.min(span.end, span.start + LONGEST_SHOWN)) : '';
  switch (token[0]) {
    case '"': {
      const whole = rawText(node);
      const shown = plain(whole, LONGEST_SHOWN);
      if (node.isNumber) return { is: 'number', shown };
      return shown === whole ? { is: 'text', shown } : { is: 'text', shown, size: whole.length };
    }
    case 't':
    case 'f':
      return { is: 'boolean', shown: plain(token) };
    case 'n':
      return { is: 'null', shown: plain(token) };
    default:
      return { is: 'number', shown: plain(token, LONGEST_SHOWN) };
  }
}

/** The name of what a list has, such as an event of a span. */
function nameOf(node: ReadableNode): string | undefined {
  const named = readableAt(node, ['name']);
  const isText = named?.span && named.text.charCodeAt(named.span.start) === QUOTE;
  return (isText && plain(rawText(named), LONGEST_NAME)) || undefined;
}

const LONGEST_NAME = 60;

function isEqualPath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((step, place) => step === other[place]);
}

/** The highest severity of the problems at or in a value. */
function worstIn(problems: readonly EnvelopeProblem[], path: Path): Severity | undefined {
  let worst: Severity | undefined;
  for (const { path: at, severity } of problems) {
    if (!path.every((step, place) => String(step) === String(at[place])) || at.length < path.length) continue;
    if (!worst || RANK[severity] > RANK[worst]) worst = severity;
  }
  return worst;
}

const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };
