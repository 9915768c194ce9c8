import type { DeclarationPlan, FixPlan } from '../model/rule';
import type { Schema } from '../model/schema';
import type { Path, Span } from '../model/text';
import type { Steps } from '../shared/steps';
import { applicableSchema, propertySchema } from '../slots/applicableSchemas';
import { type EditedElements, shellToText } from '../text/json/largeArrays';
import {
  type Excerpt,
  excerptOf,
  type LargeJson,
  type Piece,
  replaceEntries,
  shellOffset,
} from '../text/json/largeJson';
import type { Judgement } from './envelopeProblems';

type Found = Judgement['problems'][number];
type Silent = Judgement['silent'][number];

/** The judgement of a piece: spans are those of its own text. */
interface OwnJudgement {
  problems: readonly Found[];
  silent: readonly Silent[];
}

interface ElementJudgement extends OwnJudgement {
  /** The index that it was judged under. */
  at: number;
}

/** What is known about an envelope with large arrays. */
export interface ElementJudgements {
  shell: OwnJudgement;
  /** By array: the elements with problems, by index in order. */
  elements: readonly ReadonlyMap<number, ElementJudgement>[];
}

/**
 * Judged together: one excerpt for each element would cost a judgement of the shell for each. So few that several problems
 * of one rule in each element don't reach the limit of problems.
 */
const AT_ONCE = 64;

/**
 * Judges the elements of an envelope, in pieces. Undefined where a piece has more problems than are listed: what is
 * listed depends on the piece then.
 *
 * @param judge finds the problems of an excerpt, or those below a path
 * @param before what is known about the envelope before an edit of elements
 */
export function* judgeElements(
  json: LargeJson,
  judge: (excerpt: Excerpt, within: Path | undefined) => Judgement,
  before?: { judged: ElementJudgements; edited: EditedElements },
): Steps<ElementJudgements | undefined> {
  let shell = before?.judged.shell;
  const elements: ReadonlyMap<number, ElementJudgement>[] = [];
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
      yield;
    }
    elements.push(replaceEntries(known ?? new Map(), { first, endBefore, end }, judged));
  }
  return shell && { shell, elements };
}

/** The problems of a whole envelope, with spans in its text; of the shell first, then of the elements in order. */
export function placedJudgement({ arrays }: LargeJson, { shell, elements }: ElementJudgements): Judgement {
  const toText = shellToText(arrays);
  const move = (span: Span) => ({ start: toText(span.start), end: toText(span.end) });
  const problems: Found[] = shell.problems.map(problem => moved(problem, move));
  const silent: Silent[] = shell.silent.map(({ rules, span }) => ({ rules, span: move(span) }));
  for (const [array, { path: list, starts }] of arrays.entries()) {
    for (const [index, judged] of elements[array] ?? []) {
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
 * Whether a schema judges each element of an array by itself, and everything else without regard to how many there are.
 */
export function isElementwise(schema: Schema, value: unknown, path: Path): boolean {
  let here: Schema | undefined = schema;
  let current = value;
  for (const step of path) {
    if (!here || hasCondition(here, schema, step)) return false;
    const inEffect = applicableSchema(here, schema, current);
    here = typeof step === 'number' ? inEffect.items : propertySchema(inEffect, step);
    current = (current as Record<string | number, unknown> | undefined)?.[step];
  }
  const list = here && applicableSchema(here, schema, current);
  return list === undefined || COUNTED.every(keyword => !(keyword in list)) || onlyNotEmpty(list);
}

const COUNTED = ['minItems', 'maxItems', 'uniqueItems', 'contains', 'enum', 'const', 'if', 'anyOf', 'oneOf', 'not'];

function onlyNotEmpty(list: Schema): boolean {
  const { minItems } = list as { minItems?: unknown };
  return minItems === 1 && COUNTED.every(keyword => keyword === 'minItems' || !(keyword in list));
}

// A condition on the list decides about the rest of the envelope.
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

/** A problem with all its spans moved. */
export function moved(problem: Found, move: (span: Span) => Span): Found {
  const fixes = problem.fixes.map(fix =>
    fix.do === 'replace' ? { ...fix, changes: fix.changes.map(({ at, text }) => ({ at: move(at), text })) } : fix,
  );
  return { ...problem, span: move(problem.span), fixes };
}

/** A problem of an element, which was judged under another index. */
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
