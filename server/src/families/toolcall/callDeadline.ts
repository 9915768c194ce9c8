import type { RunEnvelope } from '../../model/rule';
import { atPointer } from '../../text/pointer';
import { durationFromMilliseconds } from '../../text/time/instant';

/** By when the answer to a call is due: milliseconds as the call has them, and nanoseconds. Nothing where it doesn't say. */
export function callDeadline(call: RunEnvelope): { ms: number; time: bigint } | undefined {
  const ms = atPointer(call.value(), '/deadline_ms');
  const time = durationFromMilliseconds(ms);
  return time === undefined ? undefined : { ms: ms as number, time };
}
