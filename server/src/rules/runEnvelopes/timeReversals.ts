import type { CheckedRun, RunEnvelope } from '../../model/rule';
import { atPointer } from '../../text/pointer';
import { hasTimeZone, parseInstant, timePrecision } from '../../text/time/instant';
import { envelopesByFile } from './envelopesByFile';

export interface TimeReversal {
  late: RunEnvelope;
  before: RunEnvelope;
  /** The property with the late envelope's time. */
  key: string;
}

/**
 * Finds envelopes in a log that are earlier than the preceding envelope of the same run. Compares neighbours only, so a
 * single wrong clock is one finding. Skips times without a zone where a neighbour has one, which another rule reports.
 * Skips requests, responses and their nested steps, which are written when they end.
 *
 * @param keys the properties that may contain the time; the first that does wins
 */
export function timeReversals(run: CheckedRun, keys: readonly string[]): TimeReversal[] {
  return envelopesByFile(run).flatMap(envelopes => {
    const timed: RunEnvelope[] = [];
    return envelopes.filter(isTimed).flatMap(late => {
      const isBack = isEarlier(late, timed.at(-1));
      // Reads values only of suspicious envelopes.
      const time = isBack ? timeIn(late, keys) : undefined;
      if (time?.hasZone === false && hasZoneIn(timed.at(-1), keys)) return [];
      if (time?.hasZone) while (isEarlier(late, timed.at(-1)) && !hasZoneIn(timed.at(-1), keys)) timed.pop();
      const before = timed.at(-1);
      timed.push(late);
      return before && time && isEarlier(late, before, time.lasts) ? [{ late, before, key: time.key }] : [];
    });
  });
}

/** @param lasts the tolerance in nanoseconds */
function isEarlier(late: RunEnvelope, before: RunEnvelope | undefined, lasts = 1n): boolean {
  const at = writtenAt(late);
  const last = before && writtenAt(before);
  return at !== undefined && last !== undefined && at + lasts <= last;
}

/** The end of an envelope's step, which is when the envelope is written. */
function writtenAt({ draft: { at, duration } }: RunEnvelope): bigint | undefined {
  return at === undefined ? undefined : at + (duration ?? 0n);
}

function timeIn(envelope: RunEnvelope, keys: readonly string[]) {
  const times = keys.map(key => ({ key, written: envelope.ask(({ value }) => timeAt(value(), key)) }));
  const { key = '', written } = times.find(time => parseInstant(time.written) !== undefined) ?? times.at(-1) ?? {};
  return { key, hasZone: hasTimeZone(written), lasts: timePrecision(written) };
}

function timeAt(value: unknown, key: string): string | number | undefined {
  const time = atPointer(value, `/${key}`);
  return typeof time === 'string' || typeof time === 'number' ? time : undefined;
}

function hasZoneIn(envelope: RunEnvelope | undefined, keys: readonly string[]): boolean {
  return envelope !== undefined && timeIn(envelope, keys).hasZone;
}

function isTimed({ draft: { at, side, path }, file }: RunEnvelope): boolean {
  return file.isLog && at !== undefined && side === undefined && path === undefined;
}
