import type { RunEnvelope } from '../../model/rule';
import { atPointer } from '../../text/pointer';
import { durationOf } from '../../text/time/instant';

/** By when the answer to a call is due: milliseconds as the call has them, and nanoseconds. Nothing where it doesn't say. */
export function callDeadline(call: RunEnvelope): { ms: number; time: bigint } | undefined {
  const ms = atPointer(call.value(), '/deadline_ms');
  const time = durationOf(ms);
  return time === undefined ? undefined : { ms: ms as number, time };
}
