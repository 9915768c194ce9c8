import type { CheckedRun, RunEnvelope, RunFile } from '../model/rule';
import { groupBy } from '../shared/arrays';
import { t } from '../shared/l10n';
import { fileNameOf } from '../text/decodeUri';
import { atPointer } from '../text/jsonPointer';
import { memoizeByObject } from '../text/memoize';
import { hasTimeZone, parseInstant, timePrecision } from '../text/parseTime';

/** Two envelopes of one log whose times contradict their order: `late` stands further down in the file, but has the earlier time. */
export interface TimeReversal {
  late: RunEnvelope;
  before: RunEnvelope;
  /** The pointer to the time of `late`. */
  pointer: string;
}

/**
 * Finds envelopes in a log that are earlier than the preceding envelope of the same run, while the envelopes of that run are passed
 * to it in file order. Compares neighbours only, so a single wrong clock is one finding. Skips a time without a zone next to a
 * time with one, which another rule reports. Skips nested steps, which are written when they end.
 *
 * @param pointers to where the time may be; the first one that finds a time wins
 * @param withSides also compares requests and responses
 */
export function followTimes(
  pointers: readonly string[],
  withSides: boolean,
): (late: RunEnvelope) => TimeReversal | undefined {
  const timed: RunEnvelope[] = [];
  return late => {
    if (!isTimed(late) || (late.draft.side !== undefined && !withSides)) return undefined;
    const isBack = isEarlier(late, timed.at(-1));
    // Reads values only of suspicious envelopes.
    const time = isBack ? timeIn(late, pointers) : undefined;
    if (time?.hasZone === false && hasZoneIn(timed.at(-1), pointers)) return undefined;
    if (time?.hasZone) while (isEarlier(late, timed.at(-1)) && !hasZoneIn(timed.at(-1), pointers)) timed.pop();
    const before = timed.at(-1);
    timed.push(late);
    if (timed.length > MOST_TIMED) timed.splice(0, MOST_TIMED / 2);
    return before && time && isEarlier(late, before, time.lasts) ? { late, before, pointer: time.pointer } : undefined;
  };
}

/** The maximum number of kept envelopes: those before the last one matter only if times lack their zones. */
const MOST_TIMED = 2000;

/** @param lasts the tolerance in nanoseconds */
function isEarlier(late: RunEnvelope, before: RunEnvelope | undefined, lasts = 1n): boolean {
  const at = writtenAt(late);
  const last = before && writtenAt(before);
  return at !== undefined && last !== undefined && at + lasts <= last;
}

/** Returns the end of an envelope's step in nanoseconds since 1970. The envelope is written then; a request, before the step. */
function writtenAt({ draft: { at, duration, side } }: RunEnvelope): bigint | undefined {
  return at === undefined || side === 'ask' ? at : at + (duration ?? 0n);
}

function timeIn(envelope: RunEnvelope, pointers: readonly string[]) {
  const times = pointers.map(pointer => ({ pointer, written: envelope.ask(({ value }) => timeAt(value(), pointer)) }));
  const found = times.find(time => parseInstant(time.written) !== undefined) ?? times.at(-1);
  const { pointer = '', written } = found ?? {};
  return { pointer, hasZone: hasTimeZone(written), lasts: timePrecision(written) };
}

function timeAt(value: unknown, pointer: string): string | number | undefined {
  const time = atPointer(value, pointer);
  return typeof time === 'string' || typeof time === 'number' ? time : undefined;
}

function hasZoneIn(envelope: RunEnvelope | undefined, pointers: readonly string[]): boolean {
  return envelope !== undefined && timeIn(envelope, pointers).hasZone;
}

function isTimed({ draft: { at, path }, file }: RunEnvelope): boolean {
  return file.isLog && at !== undefined && path === undefined;
}

/**
 * Returns a function that accumulates a value over the envelopes of a file, of any run, up to an envelope. Reads each
 * envelope once. The value may already include later envelopes: store their places in it to tell them apart.
 */
export function accumulateByFile<T>(
  create: () => T,
  add: (accumulated: T, envelope: RunEnvelope) => void,
): (upTo: RunEnvelope) => T {
  const stateOf = memoizeByObject((_: RunFile) => ({ accumulated: create(), lastPlace: -1 }));
  return upTo => {
    const state = stateOf(upTo.file);
    const unread: RunEnvelope[] = [];
    let envelope: RunEnvelope | undefined = upTo;
    for (; envelope && envelope.place > state.lastPlace; envelope = envelope.before) unread.push(envelope);
    for (const next of unread.reverse()) add(state.accumulated, next);
    state.lastPlace = Math.max(state.lastPlace, upTo.place);
    return state.accumulated;
  };
}

/** The place of an envelope: the data that a rule keeps about each envelope of a long log. */
export type EnvelopePlace = Pick<RunEnvelope, 'file' | 'part' | 'place'>;

export function placeOf({ file, part, place }: RunEnvelope): EnvelopePlace {
  return { file, part, place };
}

/** Returns the envelopes of a run, one list per file, in file order: requests, responses and whole steps. */
export function envelopesByFile({ steps }: CheckedRun): RunEnvelope[][] {
  const envelopes = steps.flatMap((step): RunEnvelope[] => (step.answer ? [step, step.answer] : [step]));
  const files = groupBy(envelopes, ({ file }) => file as unknown);
  return [...files.values()].map(envelopes => envelopes.sort((left, right) => left.place - right.place));
}

/** Returns whether two envelopes are copies of one in different files, as in excerpts and backups. */
export function isCopy(first: RunEnvelope, second: RunEnvelope): boolean {
  if (first.file === second.file) return false;
  return COMPARED.every(name => first.draft[name] === second.draft[name]) && titleOf(first) === titleOf(second);
}

const COMPARED = ['kind', 'key', 'at', 'agent', 'peer', 'outcome', 'duration'] as const;

function titleOf(envelope: RunEnvelope): string {
  return envelope.ask(({ title }) => title);
}

/** Returns whether a run is one file with one envelope, in which a missing counterpart is no problem. */
export function isOnlyEnvelope({ file }: RunEnvelope, run: CheckedRun): boolean {
  return !file.isLog && onlyFileOf(run) === file;
}

// Memoized, since rules call it for each step.
const onlyFileOf = memoizeByObject((run: CheckedRun): RunFile | undefined => {
  const file = run.steps[0]?.file;
  const isOnly = run.steps.every(step => step.file === file && (step.answer?.file ?? file) === file);
  return isOnly ? file : undefined;
});

/** Describes the location of an envelope as seen from another one: `line 3`, `element 3`, `calls.jsonl, line 3`. */
export function describeLocation({ file, part }: Pick<EnvelopePlace, 'file' | 'part'>, from: RunEnvelope): string {
  const name = fileNameOf(file.uri);
  if (part === 'root') return name;
  const line = /^line (\d+)$/.exec(part)?.[1];
  const location = /^\d+$/.test(part) ? t`element ${Number(part) + 1}` : line === undefined ? part : t`line ${line}`;
  return file === from.file ? location : `${name}, ${location}`;
}
