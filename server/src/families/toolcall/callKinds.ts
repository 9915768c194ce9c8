import type { AskedEnvelope, RunEnvelope } from '../../model/rule';
import { atPointer } from '../../text/jsonPointer';
import { durationFromMilliseconds } from '../../text/parseTime';

/** Returns whether an envelope is a call of a tool. */
export function isCall({ draft }: RunEnvelope): boolean {
  return draft.kind === 'toolcall/call';
}

/** Returns whether an envelope is the result of a tool call. */
export function isResult({ draft }: RunEnvelope): boolean {
  return draft.kind === 'toolcall/result';
}

/**
 * Returns the deadline of a call (`deadline_ms`) in milliseconds as written, and as a duration in nanoseconds. Undefined if the call has
 * none.
 */
export function callDeadline(call: RunEnvelope): { ms: number; time: bigint } | undefined {
  const ms = call.ask(writtenDeadline);
  const time = durationFromMilliseconds(ms);
  return time === undefined ? undefined : { ms: ms as number, time };
}

function writtenDeadline({ value }: AskedEnvelope): number | undefined {
  const ms = atPointer(value(), '/deadline_ms');
  return typeof ms === 'number' ? ms : undefined;
}
