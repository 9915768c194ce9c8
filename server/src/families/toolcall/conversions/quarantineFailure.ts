import type { ConversionContext, ConversionResult, MentioningEnvelope } from '../../../model/conversion';
import { formatPointer, isObject } from '../../../text/pointer';

/**
 * Wraps the call of a failed result with the result's error. Undefined where the result is no failure, or its call is
 * not found. Of several calls with one id, the last before the result. The error points to the argument that it names,
 * if any.
 */
export function quarantineFailure(
  { call_id: id, ok, error, result, ...others }: Record<string, unknown>,
  { now, mentioning }: ConversionContext,
): ConversionResult | undefined {
  if (ok !== false || typeof id !== 'string') return undefined;
  const calls = mentioning('toolcall/call', id).filter(({ value }) => value['call_id'] === id);
  const call = answeredOf(calls)?.value;
  if (!call) return undefined;
  const says = typeof error === 'string' && /\S/.test(error);
  const message = says ? error : 'the call failed, and its result does not say why';
  const notes = says ? [] : ['The result does not say why the call failed: add it to "errors".'];
  if (calls.length > 1) notes.push(`There are ${calls.length} calls "${id}"; this is ${whichOf(calls)}.`);
  const said = result !== undefined && result !== null;
  if (said || Object.keys(others).length > 0)
    notes.push(
      `What else the result says (${[...(said ? ['result'] : []), ...Object.keys(others)].join(', ')}) stays in its own line.`,
    );
  return {
    value: {
      quarantined_at: now,
      reason: message,
      errors: [{ instancePath: argumentPointer(message, call), message }],
      call,
    },
    notes,
  };
}

function answeredOf(calls: readonly MentioningEnvelope[]): MentioningEnvelope | undefined {
  return (
    calls.findLast(({ stands }) => stands === 'before') ??
    calls.find(({ stands }) => stands === 'after') ??
    calls.at(-1)
  );
}

function whichOf(calls: readonly MentioningEnvelope[]): string {
  const stands = answeredOf(calls)?.stands;
  return stands === 'before'
    ? 'the last one before the result'
    : stands === 'after'
      ? 'the first one after the result'
      : 'the last one in the files beside it';
}

// The only argument that the message names; none where it names several.
function argumentPointer(message: string, { args }: Record<string, unknown>): string {
  const words = new Set(message.match(/[\w-]+/g));
  const named = isObject(args) ? Object.keys(args).filter(name => words.has(name)) : [];
  return named.length === 1 ? formatPointer(['args', ...named]) : '';
}
