import { STEP_ATTRIBUTES } from '../../families/otlp/spanAttributes';
import type { ContentPiece, RunSummary, Step } from '../../model/run';
import { type Alignment, alignRuns } from '../../runs/alignRuns';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { AlignedRow, Comparison } from '../../shared/replay/index';
import { isText } from '../../shared/validateShape';
import { isObject } from '../../text/jsonPointer';
import { maskUniqueValues } from '../../text/similarNames';
import { addition } from './exchangeOfStep';
import { type EnvelopeContent, memoizePerRun, type ReplayedRun } from './replayedRun';
import { isRecorded } from './runConversation';
import { exportedAttributes, isExport } from './runMetricValues';
import { parsedEnvelope } from './stepFamilies';

/**
 * The result of comparing two workflow runs: their steps in aligned rows, how many rows are equal, changed, added or missing, and which rows
 * differ.
 */
export interface AlignedRuns {
  rows: Alignment;
  counts: Record<AlignedRow['is'], number>;
  /** The indexes of the rows whose `is` is not `same`, ascending. */
  different: readonly number[];
  /** Returns the fields in which the envelopes of a row differ, except ids and times. The first call reads the envelopes. */
  differingIn(row: number): readonly string[];
  /**
   * How many rows could not be compared in a field, since one of the runs is an export: it has no problems, and only the beginning of a long
   * envelope. For long runs, counts only the envelopes that were viewed.
   */
  uncompared(): Comparison['uncompared'];
}

/**
 * Aligns two runs, memoized until either changes. For short runs, compares all envelopes: rows that differ only in their
 * envelopes are in `different`. For long runs, `differingIn` finds such a difference only when the row is viewed.
 *
 * @param fewSteps the steps of the longest run that counts as short
 */
export function alignedRuns(
  replay: Pick<ReplayedRun, 'run' | 'reader'>,
  other: IndexedRun,
  fewSteps: number,
): AlignedRuns {
  const pairs = memoizePerRun(replay.run, createCache);
  const found = pairs.get(other.summary) ?? computeAlignment(replay, other, fewSteps);
  pairs.set(other.summary, found);
  return found;
}

function createCache() {
  return new WeakMap<RunSummary, AlignedRuns>();
}

function computeAlignment(
  { run, reader }: Pick<ReplayedRun, 'run' | 'reader'>,
  other: IndexedRun,
  fewSteps: number,
): AlignedRuns {
  const aligned = alignRuns(run, other);
  const isChecked = isExport(run, reader) === isExport(other, reader);
  const rows = isChecked ? aligned : { ...aligned, differs: aligned.differs.map(withoutProblems) };
  const envelopes = new Map<number, readonly string[] | undefined>();
  function differingIn(row: number): readonly string[] {
    if (!envelopes.has(row)) {
      const [step, partner] = [rows.one[row] as number, rows.other[row] as number];
      const isPair = step >= 0 && partner >= 0;
      envelopes.set(row, isPair ? envelopeDifferences({ run, reader }, step, other, partner) : NOTHING);
    }
    return envelopes.get(row) ?? NOTHING;
  }
  const isShort = Math.min(run.summary.steps, other.summary.steps) <= fewSteps;
  const counts = { same: 0, changed: 0, added: 0, missing: 0 };
  const different: number[] = [];
  for (let row = 0; row < rows.count; row++) {
    const isChanged = () =>
      (rows.differs[row] as readonly string[]).length > 0 || (isShort && differingIn(row).length > 0);
    const is =
      (rows.other[row] as number) < 0
        ? 'missing'
        : (rows.one[row] as number) < 0
          ? 'added'
          : isChanged()
            ? 'changed'
            : 'same';
    counts[is]++;
    if (is !== 'same') different.push(row);
  }
  function uncompared(): Comparison['uncompared'] {
    const problems = isChecked ? 0 : counts.same + counts.changed;
    const cut = [...envelopes.values()].filter(differs => differs === undefined).length;
    return [
      { what: 'problems', rows: problems },
      { what: 'envelope', rows: cut },
    ].filter(({ rows }) => rows > 0);
  }
  return { rows, counts, different, differingIn, uncompared };
}

function withoutProblems(differs: readonly string[]): readonly string[] {
  return differs.includes('problems') ? differs.filter(field => field !== 'problems') : differs;
}

const NOTHING: readonly string[] = [];

/** Returns the fields in which the envelopes of two steps differ; undefined if an export has too little of them to tell. */
function envelopeDifferences(
  { run, reader }: Pick<ReplayedRun, 'run' | 'reader'>,
  step: number,
  other: IndexedRun,
  partner: number,
): readonly string[] | undefined {
  const [one, two] = [originalEnvelopes(reader, run.step(step)), originalEnvelopes(reader, other.step(partner))];
  const [ones, others] = [one.envelopes, two.envelopes];
  if (ones.length === others.length && ones.every((one, place) => textOf(one) === textOf(others[place])))
    return NOTHING;
  const isRead = [...ones, ...others].some(
    one => 'text' in one && one.text.length <= LONGEST && isObject(parsedEnvelope(one).value),
  );
  const said = isRead ? saidDifferences({ run, reader }, step, { run: other, reader }, partner) : undefined;
  if (said) return said;
  if (one.isCut || two.isCut) return undefined;
  const isSame = ones.length === others.length && ones.every((one, at) => isAlike(one, others[at] as EnvelopeContent));
  return isSame ? NOTHING : ENVELOPE;
}

/** Returns the envelopes of a step; of an exported step those that it was written from, as far as the export has them. */
function originalEnvelopes(
  { text }: ReplayedRun['reader'],
  { envelopes }: Step,
): { envelopes: EnvelopeContent[]; isCut: boolean } {
  const read = envelopes.map(text);
  const attributes = read[0] && exportedAttributes(read[0]);
  if (!attributes) return { envelopes: read, isCut: false };
  const texts = [attributes(STEP_ATTRIBUTES.envelope), attributes(STEP_ATTRIBUTES.answer)].filter(isText);
  return {
    envelopes: texts.map(carried => ({ text: carried, lang: 'json' })),
    isCut: texts.length === 0 || texts.some(carried => carried.endsWith('…')),
  };
}

const ENVELOPE: readonly string[] = ['envelope'];

function textOf(read: EnvelopeContent | undefined): string | undefined {
  return read && 'text' in read ? read.text : undefined;
}

// Unreadable envelopes, and envelopes that are too long to parse here, count as equal.
function isAlike(first: EnvelopeContent, second: EnvelopeContent): boolean {
  if ('fault' in first || 'fault' in second || first.text === second.text) return true;
  if (first.text.length + second.text.length > LONGEST) return first.text.length === second.text.length;
  const [value, partner] = [parsedEnvelope(first).value, parsedEnvelope(second).value];
  return value === undefined || partner === undefined ? first.text === second.text : isSameEnvelope(value, partner);
}

const LONGEST = 1_000_000;

/** Returns whether two JSON values are equal except for ids, times and durations. */
export function isSameEnvelope(left: unknown, right: unknown): boolean {
  const pending: [unknown, unknown][] = [[left, right]];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [leftValue, rightValue] = next;
    if (typeof leftValue !== 'object' || leftValue === null || typeof rightValue !== 'object' || rightValue === null) {
      if (!sameScalar(leftValue, rightValue)) return false;
      continue;
    }
    if (Array.isArray(leftValue) !== Array.isArray(rightValue)) return false;
    const names = Object.keys(leftValue);
    if (names.length !== Object.keys(rightValue).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(rightValue, name)) return false;
      const members = [memberOf(leftValue, name), memberOf(rightValue, name)] as [unknown, unknown];
      if (!(UNIQUE.test(name) && members.every(isScalar))) pending.push(members);
    }
  }
  return true;
}

// `call_id`, `traceId`, `timestamp`, `startTimeUnixNano`, `latency_ms`
const UNIQUE =
  /(?:^|_)(?:id|ts|at|time|date)$|(?:Id|At|Time|Date|UnixNano)$|[Tt]imestamp|(?:^|_)latency|Latency|(?:^|_)duration|Duration/;

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function sameScalar(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === 'string' && typeof right === 'string' && maskUniqueValues(left) === maskUniqueValues(right);
}

function memberOf(object: object, name: string): unknown {
  return (object as Record<string, unknown>)[name];
}

type Replayed = Pick<ReplayedRun, 'run' | 'reader'>;

/**
 * Returns the differences between the messages of two steps: in the request, the arguments of a call, its result, the answer. Ignores the
 * rest of the envelopes, which differs in each run. Undefined if either step records no messages.
 */
function saidDifferences(one: Replayed, step: number, other: Replayed, partner: number): string[] | undefined {
  const [first, second] = [saidIn(one, step), saidIn(other, partner)];
  if (!first || !second) return undefined;
  return SUBJECTS.filter(subject => !isSameEnvelope(first[subject], second[subject]));
}

const SUBJECTS = ['request', 'arguments', 'result', 'answer'] as const;

/** The values that a step adds to the conversation, by subject. */
type Spoken = Record<(typeof SUBJECTS)[number], unknown[]>;

function saidIn(replay: Replayed, index: number): Spoken | undefined {
  if (!isRecorded(replay.reader, replay.run.step(index))) return undefined;
  const { messages, rows, isShown } = addition(replay, index);
  if (rows.length === 0) return undefined;
  const spoken: Spoken = { request: [], arguments: [], result: [], answer: [] };
  for (const { message, results } of rows) {
    const { pieces = [], side = 'input' } = messages[message] ?? {};
    const paired = [...results.values()].flatMap(([at, piece]) => messages[at]?.pieces[piece] ?? []);
    for (const piece of [...pieces.filter(isShown), ...paired]) addPiece(spoken, piece, side);
  }
  return spoken;
}

function addPiece(spoken: Spoken, piece: ContentPiece, side: 'input' | 'output'): void {
  switch (piece.type) {
    case 'tool_call':
      spoken.arguments.push([piece.name, piece.arguments]);
      break;
    case 'tool_result':
      spoken.result.push(piece.result);
      break;
    case 'text':
      spoken[side === 'output' ? 'answer' : 'request'].push(maskUniqueValues(piece.text));
      break;
    case 'reasoning':
      // The wording of the model's reasoning differs each time.
      break;
    default:
      spoken[side === 'output' ? 'answer' : 'request'].push([piece.mediaType ?? '', piece.name ?? '', piece.uri ?? '']);
  }
}
