import type { Kind, Recognition } from '../model/kind';
import type { DeclarationPlan, FixPlan, Rule } from '../model/rule';
import type { Schema } from '../model/schema';
import type { Part, Path, Span } from '../model/text';
import { envelopeRules } from '../rules/index';
import { replaceItems } from '../shared/arrays';
import type { WorkInSteps } from '../shared/workInSteps';
import { applicableSchema, childSchema } from '../slots/applicableSchemas';
import { type EditedElements, type LargeArray, shellToText } from '../text/json/largeArrays';
import { type Excerpt, excerptOf, type LargeJson, type Piece, shellOffset } from '../text/json/largeJson';
import { isObject, parsePointer } from '../text/jsonPointer';
import {
  breaksSchema,
  type EnvelopeOptions,
  envelopeProblems,
  type Judgement,
  limitShown,
  problemsByRules,
} from './envelopeProblems';
import { omittedProblem } from './findingsToProblems';
import { type AnsweredQuestion, isStillAnswer } from './ruleFileAccess';

/** An envelope with large arrays, and the results of its last check. After an edit, only the edited elements are checked again. */
export interface LargeEnvelope {
  json: LargeJson;
  /** The elements that were edited since `judged` was computed. */
  edited?: EditedElements;
  judged?: JudgedElements;
}

interface JudgedElements {
  /** The id of the dialect, or of the kind. */
  variant: string;
  json: LargeJson;
  /** The findings of the rules that compare elements. */
  compared: Compared;
  elements: ElementJudgements;
  /** The answers from the disk that the results depend on, by key. The next version of the envelope adds its own. */
  answered: Map<string, AnsweredQuestion>;
}

/** With more questions than this, most would be about paths that are no longer in the envelope. */
const MOST_QUESTIONS = 20_000;

/**
 * Returns whether the problems of so many first parts or elements may be shown before those of the rest. True for few counts, since at each
 * all of them are searched for a problem.
 */
export function mayShowFirst(count: number): boolean {
  return count >= 256 && Number.isInteger(Math.log2(count));
}

/** Returns the answers from the disk that the results before an edit depend on, by key; undefined if an answer has changed. */
export function stillAnswered(large: LargeEnvelope | undefined): Map<string, AnsweredQuestion> | undefined {
  const answered = large?.judged?.answered;
  if (!answered || answered.size >= MOST_QUESTIONS) return undefined;
  for (const one of answered.values()) if (!isStillAnswer(one)) return undefined;
  return answered;
}

/**
 * Returns the problems of an envelope with large arrays: computes those of changed elements, keeps those of all other elements, and adds
 * findings of rules that compare elements. Undefined if the schema does not check elements one by one.
 *
 * @param large receives the results, for the next edit
 * @param around.answered receives the questions that rules ask. Earlier results are valid if they are `stillAnswered`
 * @param around.onFirst told of the problems of the first elements, when `mayShowFirst`
 */
export function* largeEnvelopeProblems(
  large: LargeEnvelope,
  part: Part,
  recognition: Recognition,
  {
    answered,
    onFirst,
    ...around
  }: EnvelopeOptions & {
    answered: Map<string, AnsweredQuestion>;
    onFirst: ((judgement: Judgement) => void) | undefined;
  },
): WorkInSteps<Judgement | undefined> {
  const { json, edited, judged } = large;
  const { value } = json.parsed;
  if (!isObject(value)) return undefined;
  const { kind, variant } = recognition;
  if (!json.arrays.every(({ path }) => isElementwise(variant.schema, value, path))) return undefined;
  const isKnown = judged?.variant === variant.id && judged.answered === answered;
  const elements =
    isKnown && !edited
      ? judged.elements
      : yield* judgeElements(
          json,
          (excerpt, within) =>
            envelopeProblems({ text: excerpt.text, lang: part.lang }, excerpt.value, recognition, {
              ...around,
              within,
              isAsked: isOfElement,
            }),
          {
            before: isKnown && edited ? { judged: judged.elements, edited } : undefined,
            onFirst: onFirst && (found => onFirst(firstJudgement(json, found, around))),
          },
        );
  delete large.edited;
  delete large.judged;
  if (!elements) return undefined;
  const { problems, silent } = placedJudgement(json, elements);
  const check = (isAsked: (rule: Rule) => boolean) => problemsByRules(part, value, recognition, { ...around, isAsked });
  const compared = (isKnown ? keptComparison(judged, json, edited) : undefined) ?? compareElements(check, kind);
  large.judged = { variant: variant.id, json, elements, compared, answered };
  const detailed = withDetails(problems, check);
  const added = compared.problems.filter(({ span }) => !detailed.some(one => breaksSchema(one, span)));
  const limited = limitShown([...detailed, ...added], around.severities, omittedProblem);
  return { problems: limited.toSorted((one, two) => one.span.start - two.span.start), silent };
}

function isOfElement({ comparesElements }: Rule): boolean {
  return comparesElements !== 'findings';
}

type Check = (isAsked: (rule: Rule) => boolean) => Judgement['problems'];

/** The findings of the rules that compare elements. */
interface Compared {
  problems: Judgement['problems'];
  /** The properties of elements that these rules compare; undefined for all. */
  keys: readonly string[] | undefined;
}

function compareElements(check: Check, { carries }: Pick<Kind, 'carries'>): Compared {
  // A declared protocol may give its path properties any name.
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

/** Returns the earlier findings of rules that compare elements if an edit changed nothing that they compare; otherwise undefined. */
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

type Found = Judgement['problems'][number];
type Silent = Judgement['silent'][number];

/** The judgement of a piece. Spans refer to the piece's own text. */
interface OwnJudgement {
  problems: readonly Found[];
  silent: readonly Silent[];
}

interface ElementJudgement extends OwnJudgement {
  /** The index of the element at the time of its judgement. */
  at: number;
}

/** The results for an envelope with large arrays. */
interface ElementJudgements {
  shell: OwnJudgement;
  /** For each array, the judgement of each element; undefined for an element without problems. */
  elements: readonly (readonly (ElementJudgement | undefined)[])[];
}

/**
 * Elements judged together: an excerpt for each element would judge the shell each time. Few enough that several problems
 * of one rule in each element stay below the limit of problems.
 */
const AT_ONCE = 64;

/**
 * Judges the elements of an envelope, in pieces. Undefined if a piece has more problems than the limit: which ones are
 * listed would depend on the piece.
 *
 * @param judge finds the problems of an excerpt, or those below a path
 * @param options.before the results for the envelope before an edit of elements
 * @param options.onFirst told of the results for the first elements of an array, unless they are those of an edit
 */
function* judgeElements(
  json: LargeJson,
  judge: (excerpt: Excerpt, within: Path | undefined) => Judgement,
  {
    before,
    onFirst,
  }: {
    before: { judged: ElementJudgements; edited: EditedElements } | undefined;
    onFirst: ((first: ElementJudgements) => void) | undefined;
  },
): WorkInSteps<ElementJudgements | undefined> {
  let shell = before?.judged.shell;
  const elements: ElementJudgements['elements'][number][] = [];
  for (const [array, { path, starts }] of json.arrays.entries()) {
    const known = before?.judged.elements[array];
    if (known && before?.edited.array !== array) {
      elements.push(known);
      continue;
    }
    const { first, endBefore, end } = before?.edited ?? { first: 0, endBefore: 0, end: starts.length };
    const judged: (ElementJudgement | undefined)[] = [];
    for (let from = first; from < end; from += AT_ONCE) {
      const excerpt = excerptOf(json, array, { from, to: Math.min(end, from + AT_ONCE) });
      const { pieces } = excerpt;
      const found = judge(excerpt, shell && path);
      if (found.problems.some(({ omitted }) => omitted !== undefined)) return undefined;
      for (const piece of pieces) if (piece.array === array) judged.push(inPiece(found, piece));
      shell ??= inShell(found, excerpt);
      if (!before && mayShowFirst(judged.length)) onFirst?.({ shell, elements: [...elements, judged] });
      yield;
    }
    elements.push(known ? replaceItems(known, { start: first, end: endBefore }, judged) : judged);
  }
  return shell && { shell, elements };
}

/** Returns the problems of an envelope's first elements, without those that later elements change. */
function firstJudgement(json: LargeJson, first: ElementJudgements, { rules, severities }: EnvelopeOptions): Judgement {
  const { problems, silent } = placedJudgement(json, first);
  const changed = [...envelopeRules, ...rules].filter(({ comparesElements }) => comparesElements === 'details');
  const own = problems.filter(({ rule }) => changed.every(({ id }) => id !== rule));
  const shown = limitShown(own, severities, omittedProblem).filter(({ omitted }) => omitted === undefined);
  return { problems: shown, silent };
}

/** Returns the problems of a whole envelope, with spans in its text: first of the shell, then of the elements in order. */
function placedJudgement({ arrays }: LargeJson, { shell, elements }: ElementJudgements): Judgement {
  const toText = shellToText(arrays);
  const move = (span: Span) => ({ start: toText(span.start), end: toText(span.end) });
  const problems: Found[] = shell.problems.map(problem => moved(problem, move));
  const silent: Silent[] = shell.silent.map(({ rules, span }) => ({ rules, span: move(span) }));
  for (const [array, { path: list, starts }] of arrays.entries()) {
    for (const [index, judged] of (elements[array] ?? []).entries()) {
      if (!judged) continue;
      const start = starts[index] as number;
      const place = (span: Span) => ({ start: span.start + start, end: span.end + start });
      for (const problem of judged.problems)
        problems.push(moved(atIndex(problem, { list, at: judged.at, index }), place));
      for (const { rules, span } of judged.silent) silent.push({ rules, span: place(span) });
    }
  }
  return { problems, silent };
}

/**
 * Returns whether a schema judges each element of an array by itself, and the rest of the envelope regardless of the number of elements.
 */
function isElementwise(schema: Schema, value: unknown, path: Path): boolean {
  let here: Schema | undefined = schema;
  let current = value;
  for (const step of path) {
    if (!here || hasCondition(here, schema, step)) return false;
    const inEffect = applicableSchema(here, schema, current);
    here = childSchema(inEffect, step);
    current = (current as Record<string | number, unknown> | undefined)?.[step];
  }
  const list = here && applicableSchema(here, schema, current);
  return list === undefined || COUNTED.every(keyword => !(keyword in list)) || onlyNotEmpty(list);
}

const COUNTED = [
  ...['minItems', 'maxItems', 'uniqueItems', 'contains', 'prefixItems', 'unevaluatedItems'],
  ...['enum', 'const', 'if', 'anyOf', 'oneOf', 'not'],
];

function onlyNotEmpty(list: Schema): boolean {
  const { minItems } = list as { minItems?: unknown };
  return minItems === 1 && COUNTED.every(keyword => keyword === 'minItems' || !(keyword in list));
}

// Whether a condition on the list affects the rest of the envelope.
function hasCondition(schema: Schema, root: Schema, step: string | number): boolean {
  const { if: condition, allOf = [], $ref } = schema;
  if ('anyOf' in schema || 'oneOf' in schema || 'not' in schema) return true;
  if (condition && (condition.properties ? Object.hasOwn(condition.properties, step) : true)) return true;
  const referred = $ref === undefined ? undefined : root.definitions?.[$ref.replace('#/definitions/', '')];
  return [...allOf, ...(referred ? [referred] : [])].some(one => hasCondition(one, root, step));
}

function inPiece({ problems, silent }: OwnJudgement, { start, end, at }: Piece): ElementJudgement | undefined {
  const isInside = ({ span }: { span: Span }) => start <= span.start && span.end <= end;
  const own = problems.filter(isInside);
  const quiet = silent.filter(isInside);
  if (own.length === 0 && quiet.length === 0) return undefined;
  const move = (span: Span) => ({ start: span.start - start, end: span.end - start });
  return {
    at,
    problems: own.map(problem => moved(problem, move)),
    silent: quiet.map(({ rules, span }) => ({ rules, span: move(span) })),
  };
}

function inShell({ problems, silent }: OwnJudgement, excerpt: Excerpt): OwnJudgement {
  const { pieces } = excerpt;
  const isOutside = ({ span }: { span: Span }) =>
    !pieces.some(({ start, end }) => start <= span.start && span.end <= end);
  const move = ({ start, end }: Span) => ({ start: shellOffset(excerpt, start), end: shellOffset(excerpt, end) });
  return {
    problems: problems.filter(isOutside).map(problem => moved(problem, move)),
    silent: silent.filter(isOutside).map(({ rules, span }) => ({ rules, span: move(span) })),
  };
}

/** Returns a problem with all its spans moved. */
export function moved(problem: Found, move: (span: Span) => Span): Found {
  const fixes = problem.fixes.map(fix =>
    fix.do === 'replace' ? { ...fix, changes: fix.changes.map(({ at, text }) => ({ at: move(at), text })) } : fix,
  );
  return { ...problem, span: move(problem.span), fixes };
}

/** Adapts a problem of an element to the element's current index. */
function atIndex(problem: Found, { list, at, index }: { list: Path; at: number; index: number }): Found {
  const move = (path: Path): Path =>
    path.length > list.length && list.every((step, depth) => path[depth] === step)
      ? [...list, index, ...path.slice(list.length + 1)]
      : path;
  const { message, fixes, declarations } = problem;
  return {
    ...problem,
    // A message about the element itself names it.
    message: problem.span.start === 0 ? message.replace(`[${at}]"`, `[${index}]"`) : message,
    fixes: fixes.map((fix): FixPlan => {
      if (fix.do === 'replace') return fix;
      return fix.do === 'move' ? { ...fix, path: move(fix.path), to: move(fix.to) } : { ...fix, path: move(fix.path) };
    }),
    ...(declarations && {
      declarations: declarations.map(
        (one): DeclarationPlan => (one.in === 'catalogue' ? { ...one, args: move(one.args) } : one),
      ),
    }),
  };
}
