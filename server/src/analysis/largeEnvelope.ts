import type { Kind } from '../model/kind';
import type { Rule } from '../model/rule';
import type { Part, Span } from '../model/text';
import { rememberLargeJson } from '../parts/rootPart';
import type { Steps } from '../shared/steps';
import { type EditedElements, LARGE_TEXT, type LargeArray } from '../text/json/largeArrays';
import { editLargeJson, type LargeJson, parseLargeJson } from '../text/json/largeJson';
import { editBetween, textBetween, textLength } from '../text/lines';
import { isObject, parsePointer } from '../text/pointer';
import { type ElementJudgements, isElementwise, judgeElements, moved, placedJudgement } from './elementProblems';
import {
  breaksSchema,
  type EnvelopeContext,
  envelopeProblems,
  type Judgement,
  limitShown,
  problemsByRules,
} from './envelopeProblems';
import { type AnsweredQuestion, isStillAnswer } from './files';
import { omittedProblem } from './findings';
import { shapeOf } from './recognise';

/** An envelope with large arrays, of which an edit is read and judged by the elements that it touches. */
export interface LargeEnvelope {
  /** Of the file, to find out what an edit changes. */
  lines: readonly string[];
  /** The characters of the byte order mark. */
  mark: number;
  json: LargeJson;
  /** The elements that differ from those of the envelope that `judged` is about. */
  edited?: EditedElements;
  judged?: JudgedElements;
}

interface JudgedElements {
  kind: string;
  json: LargeJson;
  /** What rules found that compare elements. */
  compared: Compared;
  elements: ElementJudgements;
  /** What they depend on besides, by question. The next version adds to it. */
  answered: Map<string, AnsweredQuestion>;
}

/** Reads the whole text of a file as an envelope with large arrays; undefined for any other text. */
export function* readLargeEnvelope(
  part: Part,
  lines: readonly string[],
  before: LargeEnvelope | undefined,
): Steps<LargeEnvelope | undefined> {
  const read = yield* readLines(part, lines, before);
  if (read) rememberLargeJson(part, read.json);
  return read;
}

function* readLines(
  part: Part,
  lines: readonly string[],
  before: LargeEnvelope | undefined,
): Steps<LargeEnvelope | undefined> {
  if (before?.lines === lines) return before;
  const mark = part.map.at(0)?.character ?? 0;
  if (textLength(lines) - mark < LARGE_TEXT) return undefined;
  const lang = part.lang === 'jsonc' ? 'jsonc' : 'json';
  const slice = ({ start, end }: Span) => textBetween(lines, { start: start + mark, end: end + mark });
  if (before && before.mark === mark) {
    const { start, endBefore, end } = editBetween(before.lines, lines);
    if (start === end && start === endBefore) return { ...before, lines };
    const edit = { start: start - mark, endBefore: endBefore - mark, end: end - mark };
    const read = editLargeJson(before.json, { slice, lang, edit });
    if (read) {
      const edited = before.edited ? bothEdits(before.edited, read.edited) : read.edited;
      return { lines, mark, json: read.after, ...(edited && before.judged && { edited, judged: before.judged }) };
    }
  }
  const read = yield* parseLargeJson(part.text, slice, lang);
  return read && { lines, mark, json: read };
}

/** Two edits, one after the other, as one; undefined where they are in different arrays. */
function bothEdits(one: EditedElements, two: EditedElements): EditedElements | undefined {
  if (one.array !== two.array) return undefined;
  const between = Math.max(one.end, two.endBefore);
  return {
    array: one.array,
    first: Math.min(one.first, two.first),
    endBefore: between - (one.end - one.endBefore),
    end: between + (two.end - two.endBefore),
  };
}

/** After so many edits since, what is known about files may be about paths that are long gone. */
const MOST_QUESTIONS = 20_000;

/** What the judgement before an edit depends on besides, by question; undefined if it is no longer valid. */
export function stillAnswered(large: LargeEnvelope | undefined): Map<string, AnsweredQuestion> | undefined {
  const answered = large?.judged?.answered;
  if (!answered || answered.size >= MOST_QUESTIONS) return undefined;
  for (const one of answered.values()) if (!isStillAnswer(one)) return undefined;
  return answered;
}

/**
 * The problems of an envelope with large arrays: of the elements that changed, what is known of the others, and what
 * rules find that compare elements. Undefined where the schema does not look at elements one by one.
 *
 * @param large gets what is known for the next edit
 * @param around.answered gets the questions that rules ask. What is known counts if its answers are `stillAnswered`
 */
export function* largeEnvelopeProblems(
  large: LargeEnvelope,
  part: Part,
  kind: Kind,
  around: EnvelopeContext & { answered: Map<string, AnsweredQuestion> },
): Steps<Judgement | undefined> {
  const { json, edited, judged } = large;
  const { value } = json.parsed;
  if (!isObject(value)) return undefined;
  const { schema } = shapeOf(kind, value);
  if (!json.arrays.every(({ path }) => isElementwise(schema, value, path))) return undefined;
  const { answered } = around;
  const isKnown = judged?.kind === kind.id && judged.answered === answered;
  const elements =
    isKnown && !edited
      ? judged.elements
      : yield* judgeElements(
          json,
          (excerpt, within) =>
            envelopeProblems({ text: excerpt.text, lang: part.lang }, excerpt.value, kind, {
              ...around,
              within,
              isAsked: isOfElement,
            }),
          isKnown && edited ? { judged: judged.elements, edited } : undefined,
        );
  delete large.edited;
  delete large.judged;
  if (!elements) return undefined;
  const { problems, silent } = placedJudgement(json, elements);
  const check = (isAsked: (rule: Rule) => boolean) => problemsByRules(part, value, kind, { ...around, isAsked });
  const compared = (isKnown ? keptComparison(judged, json, edited) : undefined) ?? compareElements(check, kind);
  large.judged = { kind: kind.id, json, elements, compared, answered };
  const detailed = withDetails(problems, check);
  const added = compared.problems.filter(({ span }) => !detailed.some(one => breaksSchema(one, span)));
  const limited = limitShown([...detailed, ...added], around.severities, omittedProblem);
  return { problems: limited.toSorted((one, two) => one.span.start - two.span.start), silent };
}

function isOfElement({ comparesElements }: Rule): boolean {
  return comparesElements !== 'findings';
}

type Check = (isAsked: (rule: Rule) => boolean) => Judgement['problems'];

/** What rules found that compare elements. */
interface Compared {
  problems: Judgement['problems'];
  /** The properties of elements that they compare; undefined for all. */
  keys: readonly string[] | undefined;
}

function compareElements(check: Check, { carries }: Pick<Kind, 'carries'>): Compared {
  // A declared protocol names its paths as it likes.
  let keys: readonly string[] | undefined = [carries?.path, carries?.content].flatMap(pointer =>
    parsePointer(pointer ?? '').slice(0, 1),
  );
  const problems = check(({ comparesElements, comparedKeys }) => {
    if (comparesElements !== 'findings') return false;
    keys = keys && comparedKeys && [...keys, ...comparedKeys];
    return true;
  });
  return { problems, keys };
}

/** What rules found that compare elements, where an edit changed nothing that they compare; undefined elsewhere. */
function keptComparison(
  { compared, json: before }: JudgedElements,
  json: LargeJson,
  edited: EditedElements | undefined,
): Compared | undefined {
  if (!edited) return compared;
  const { keys } = compared;
  const { array, first, endBefore, end } = edited;
  const [old, now] = [before.elements[array] ?? [], json.elements[array] ?? []];
  if (!keys || endBefore !== end) return undefined;
  for (let at = first; at < end; at++) if (!isSameIn(keys, old[at], now[at])) return undefined;
  const { starts, ends, close } = before.arrays[array] as LargeArray;
  const [from, to] = [starts[first] as number, ends[end - 1] as number];
  if (compared.problems.some(({ span }) => span.start < to && from < span.end)) return undefined;
  const by = (json.arrays[array] as LargeArray).close - close;
  const move = ({ start, end }: Span) => ({ start: start + by, end: end + by });
  return {
    keys,
    problems: compared.problems.map(problem => (problem.span.start < to ? problem : moved(problem, move))),
  };
}

function isSameIn(keys: readonly string[], one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  if (names.length !== Object.keys(other).length || !names.every(name => Object.hasOwn(other, name))) return false;
  return keys.every(key => one[key] === other[key]);
}

/** Replaces findings whose details depend on other elements. */
function withDetails(problems: Judgement['problems'], check: Check): Judgement['problems'] {
  const found = new Set(problems.map(({ rule }) => rule));
  const asked = new Set<string>();
  const detailed = check(({ id, comparesElements }) => {
    const isAsked = comparesElements === 'details' && found.has(id);
    if (isAsked) asked.add(id);
    return isAsked;
  });
  if (asked.size === 0) return problems;
  const kept = problems.filter(({ rule }) => !asked.has(rule));
  return [...kept, ...detailed.filter(({ span }) => !kept.some(one => breaksSchema(one, span)))];
}
