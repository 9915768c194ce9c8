import type { Kind } from '../model/kind';
import type { Part } from '../model/part';
import type { Rule } from '../model/rule';
import type { Span } from '../model/text';
import { rememberLargeJson } from '../parts/partTree';
import { type EditedElements, LARGE_TEXT } from '../text/json/largeArrays';
import { editLargeJson, type LargeJson, parseLargeJson } from '../text/json/largeJson';
import { editBetween, textBetween, textLength } from '../text/lines';
import { isObject } from '../text/pointer';
import { type ElementJudgements, isElementwise, judgeElements, placedJudgement } from './elementProblems';
import {
  breaksSchema,
  type EnvelopeContext,
  envelopeProblems,
  type Judgement,
  limitShown,
  problemsByRules,
} from './envelopeProblems';
import { type AnsweredQuestion, isStillAnswer } from './files';
import { omittedProblem } from './limitFindings';
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
  elements: ElementJudgements;
  /** What they depend on besides, by question. */
  answered: Map<string, AnsweredQuestion>;
}

/** Reads the whole text of a file as an envelope with large arrays; undefined for any other text. */
export function readLargeEnvelope(
  part: Part,
  lines: readonly string[],
  before: LargeEnvelope | undefined,
): LargeEnvelope | undefined {
  const read = readLines(part, lines, before);
  if (read) rememberLargeJson(part, read.json);
  return read;
}

function readLines(part: Part, lines: readonly string[], before: LargeEnvelope | undefined): LargeEnvelope | undefined {
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
  const read = parseLargeJson(part.text, slice, lang);
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

/**
 * The problems of an envelope with large arrays: of the elements that changed, what is known of the others, and what
 * rules find that compare elements. Undefined where the schema does not look at elements one by one.
 *
 * @param large gets what is known for the next edit
 */
export function largeEnvelopeProblems(
  large: LargeEnvelope,
  part: Part,
  kind: Kind,
  around: EnvelopeContext & { answered: Map<string, AnsweredQuestion> },
): Judgement | undefined {
  const { json, edited, judged } = large;
  const { value } = json.parsed;
  if (!isObject(value)) return undefined;
  const { schema } = shapeOf(kind, value);
  if (!json.arrays.every(({ path }) => isElementwise(schema, value, path))) return undefined;
  const isKnown =
    judged?.kind === kind.id &&
    judged.answered.size < MOST_QUESTIONS &&
    [...judged.answered.values()].every(isStillAnswer);
  const { answered } = around;
  if (isKnown) for (const [question, one] of judged.answered) answered.set(question, one);
  const elements =
    isKnown && !edited
      ? judged.elements
      : judgeElements(
          json,
          window =>
            envelopeProblems({ text: window.text, lang: part.lang }, window.value, kind, {
              ...around,
              isAsked: isOfElement,
            }),
          isKnown && edited ? { judged: judged.elements, edited } : undefined,
        );
  delete large.edited;
  delete large.judged;
  if (!elements) return undefined;
  large.judged = { kind: kind.id, elements, answered: new Map(answered) };
  const { problems, silent } = placedJudgement(json, elements);
  return { problems: withCompared(problems, part, value, kind, around), silent };
}

function isOfElement({ comparesElements }: Rule): boolean {
  return comparesElements !== 'findings';
}

/** Adds what rules find that compare elements, and replaces findings whose details depend on other elements. */
function withCompared(
  problems: Judgement['problems'],
  part: Part,
  value: Record<string, unknown>,
  kind: Kind,
  around: EnvelopeContext,
): Judgement['problems'] {
  const found = new Set(problems.map(({ rule }) => rule));
  const asked = new Set<string>();
  const isAsked = ({ id, comparesElements }: Rule) => {
    const is = comparesElements === 'findings' || (comparesElements === 'details' && found.has(id));
    if (is) asked.add(id);
    return is;
  };
  const compared = problemsByRules(part, value, kind, { ...around, isAsked });
  const kept = problems.filter(({ rule }) => !asked.has(rule));
  const added = compared.filter(({ span }) => !kept.some(one => breaksSchema(one, span)));
  const all = added.length === 0 ? kept : [...kept, ...added];
  return limitShown(
    all.toSorted((one, two) => one.span.start - two.span.start),
    around.severities,
    omittedProblem,
  );
}
