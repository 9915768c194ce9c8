import type { Severity } from '../../../model/severity';
import type { Path, Span } from '../../../model/text';
import type { EnvelopeMember, ReplayQuestions } from '../../../shared/replay';
import { QUOTE } from '../../../text/json/jsonScanner';
import type { JsonSpans } from '../../../text/json/jsonSpans';
import { plain } from '../../runs/words';
import type { EnvelopeProblem, ReplayContext } from '../context/replayContext';
import { clampWindow, windowRows } from '../context/rowWindow';
import { jsonSpansOf, sourceAt } from './parsedSource';

/** The members of a value in an envelope, in document order; none if it is neither an object nor an array. */
export function envelopeMembers(
  replay: ReplayContext,
  params: ReplayQuestions['members']['params'],
): ReplayQuestions['members']['answer'] {
  const source = sourceAt(replay, params);
  const read = replay.reader.text(source);
  if ('fault' in read || read.lang === 'markdown') return NONE;
  const path = pathOf(params.path);
  const spans = jsonSpansOf(read.text);
  const members = spans.members(path);
  if (!members) return NONE;
  const worst = worstByMember(replay.reader.problems(source), path);
  return windowRows(params, members.count, MOST_MEMBERS, index => {
    const name = members.name(index);
    const problem = worst.get(String(name));
    return { name, ...memberOf(read.text, spans, members.value(index)), ...(problem && { problem }) };
  });
}

/** A window of a value's characters: of a string, its decoded content; of any other value, its JSON text. */
export function envelopeValue(
  replay: ReplayContext,
  params: ReplayQuestions['value']['params'],
): ReplayQuestions['value']['answer'] {
  const read = replay.reader.text(sourceAt(replay, params));
  if ('fault' in read) return { text: '', total: 0 };
  const span = read.lang === 'markdown' ? undefined : jsonSpansOf(read.text).at(pathOf(params.path));
  const text = span ? decodedText(read.text, span) : read.lang === 'markdown' ? read.text : '';
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

function memberOf(text: string, spans: JsonSpans, span: Span): Pick<EnvelopeMember, 'is' | 'shown' | 'size'> {
  const { start, end } = span;
  const token = text.slice(start, Math.min(end, start + LONGEST_SHOWN));
  switch (token[0]) {
    case '{':
      return { is: 'object', shown: '{…}', size: spans.membersIn(span)?.count ?? 0 };
    case '[':
      return { is: 'list', shown: '[…]', size: spans.membersIn(span)?.count ?? 0 };
    case '"': {
      const whole = decodedText(text, span);
      const shown = plain(whole, LONGEST_SHOWN);
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

/** The decoded content of a string; the JSON text of any other value. */
function decodedText(text: string, { start, end }: Span): string {
  const token = text.slice(start, end);
  if (text.charCodeAt(start) !== QUOTE) return token;
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/** The highest severity of the problems at or in each member of a value, by the member's name. */
function worstByMember(problems: readonly EnvelopeProblem[], path: Path): Map<string, Severity> {
  const worst = new Map<string, Severity>();
  for (const problem of problems) {
    const name = problem.path[path.length];
    if (name === undefined || !path.every((step, place) => String(step) === String(problem.path[place]))) continue;
    const known = worst.get(String(name));
    if (!known || RANK[problem.severity] > RANK[known]) worst.set(String(name), problem.severity);
  }
  return worst;
}

const RANK: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };
