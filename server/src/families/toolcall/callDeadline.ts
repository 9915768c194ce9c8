import type { AskedEnvelope, RunEnvelope } from '../../model/rule';
import { atPointer } from '../../text/jsonPointer';
import { durationFromMilliseconds } from '../../text/parseTime';

/** The deadline of a call: its timeout in milliseconds, and the time in nanoseconds since 1970. Undefined if it has none. */
export function callDeadline(call: RunEnvelope): { ms: number; time: bigint } | undefined {
  const ms = call.ask(writtenDeadline);
  const time = durationFromMilliseconds(ms);
  return time === undefined ? undefined : { ms: ms as number, time };
}

function writtenDeadline({ value }: AskedEnvelope): number | undefined {
  const ms = atPointer(value(), '/deadline_ms');
  return typeof ms === 'number' ? ms : undefined;
}
