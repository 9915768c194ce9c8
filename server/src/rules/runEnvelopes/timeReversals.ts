import type { CheckedRun, RunEnvelope } from '../../model/rule';
import { atPointer } from '../../text/pointer';
import { hasTimeZone, parseInstant, timePrecision } from '../../text/time/instant';
import { envelopesByFile } from './envelopesByFile';

export interface TimeReversal {
  late: RunEnvelope;
  before: RunEnvelope;
  /** Which of the properties says when the late one was. */
  key: string;
}

/**
 * What stands in a log after something of the same run that is told to be later. Each is held against the one right before
 * it: so one clock that was wrong once is one finding. Times without a zone are passed over where one beside has a zone: that
 * is a fault of its own. Of asks and answers, and of what stands in them, nothing is said: they are written when they end.
 *
 * @param keys of the properties that may say the time; the first that does counts
 */
export function timeReversals(run: CheckedRun, keys: readonly string[]): TimeReversal[] {
  return envelopesByFile(run).flatMap(envelopes => {
    const timed: RunEnvelope[] = [];
    return envelopes.filter(isTimed).flatMap(late => {
      const isBack = isEarlier(late, timed.at(-1));
      // Values are read of those alone that seem to be at fault.
      const time = isBack ? timeIn(late, keys) : undefined;
      if (time?.hasZone === false && hasZoneIn(timed.at(-1), keys)) return [];
      if (time?.hasZone) while (isEarlier(late, timed.at(-1)) && !hasZoneIn(timed.at(-1), keys)) timed.pop();
      const before = timed.at(-1);
      timed.push(late);
      return before && time && isEarlier(late, before, time.lasts) ? [{ late, before, key: time.key }] : [];
    });
  });
}

/** @param lasts it may have been so much later, in nanoseconds */
function isEarlier(late: RunEnvelope, before: RunEnvelope | undefined, lasts = 1n): boolean {
  const at = writtenAt(late);
  const last = before && writtenAt(before);
  return at !== undefined && last !== undefined && at + lasts <= last;
}

/** What took some time is written when it is over. */
function writtenAt({ draft: { at, duration } }: RunEnvelope): bigint | undefined {
  return at === undefined ? undefined : at + (duration ?? 0n);
}

function timeIn(envelope: RunEnvelope, keys: readonly string[]) {
  const value = envelope.value();
  const times = keys.map(key => ({ key, written: atPointer(value, `/${key}`) }));
  const { key = '', written } = times.find(time => parseInstant(time.written) !== undefined) ?? times.at(-1) ?? {};
  return { key, hasZone: hasTimeZone(written), lasts: timePrecision(written) };
}

function hasZoneIn(envelope: RunEnvelope | undefined, keys: readonly string[]): boolean {
  return envelope !== undefined && timeIn(envelope, keys).hasZone;
}

function isTimed({ draft: { at, side, path }, file }: RunEnvelope): boolean {
  return file.isLog && at !== undefined && side === undefined && path === undefined;
}
