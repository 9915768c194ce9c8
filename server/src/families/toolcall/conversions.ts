import type { Conversion, ConversionOptions, ConversionResult, MentioningEnvelope } from '../../model/family';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { displayJson } from '../../text/json/losslessJson';
import { atPath, formatPointer, isObject, pointerPathIn } from '../../text/jsonPointer';
import { objectsIn } from '../drafts/createDraft';
import { repairValue, satisfiesMessage } from './repairValue';

const QUARANTINED = 'toolcall/quarantined-call';
// The log to which the protocol moves refused calls.
const target = { log: 'errors/quarantine_calls.jsonl' };

/**
 * Converts a tool call to an entry in a quarantine, the log where a program keeps calls that it refused, and back. The log with the original call
 * stays unchanged, since it records what happened.
 */
export const conversions: readonly Conversion[] = [
  {
    id: 'toolcall/quarantine-failure',
    title: t`Quarantine the call that failed`,
    from: 'toolcall/result',
    to: QUARANTINED,
    target,
    convert: quarantineFailure,
  },
  {
    id: 'toolcall/quarantine-call',
    title: t`Quarantine this call`,
    from: 'toolcall/call',
    to: QUARANTINED,
    target,
    convert: quarantineCall,
  },
  {
    id: 'toolcall/repair',
    title: t`Repair the call`,
    from: QUARANTINED,
    to: 'toolcall/call',
    target: 'to a file',
    convert: repairCall,
  },
];

/** Wraps a call that must be rejected with its errors. Undefined for a call without errors. */
export function quarantineCall(
  call: Record<string, unknown>,
  { now, errors }: ConversionOptions,
): ConversionResult | undefined {
  const [first] = errors;
  if (!first) return undefined;
  const reason = errors.length === 1 ? first.message : `${errors.length} errors in the call`;
  return {
    value: {
      quarantined_at: now,
      reason,
      errors: errors.map(({ path, message }) => ({ instancePath: formatPointer(path), message })),
      call,
    },
    notes: [],
  };
}

/**
 * Wraps the call of a failed result with the result's error. Undefined if the result is no failure, or its call is not
 * found. Of several calls with one id, takes the last before the result. The error points to the argument that it names,
 * if any.
 */
export function quarantineFailure(
  { call_id: id, ok, error, result, ...others }: Record<string, unknown>,
  { now, mentioning }: ConversionOptions,
): ConversionResult | undefined {
  if (ok !== false || typeof id !== 'string') return undefined;
  const calls = mentioning('toolcall/call', id).filter(({ value }) => value['call_id'] === id);
  const call = answeredOf(calls)?.value;
  if (!call) return undefined;
  const says = typeof error === 'string' && /\S/.test(error);
  const message = says ? error : 'the call failed, and its result does not say why';
  const notes = says ? [] : [t`The result does not say why the call failed: add it to "errors".`];
  if (calls.length > 1) notes.push(noteOnCalls(calls, id));
  const said = result !== undefined && result !== null;
  if (said || Object.keys(others).length > 0)
    notes.push(
      t`What else the result says (${[...(said ? ['result'] : []), ...Object.keys(others)].join(', ')}) stays in its own line.`,
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

function noteOnCalls(calls: readonly MentioningEnvelope[], id: string): string {
  const stands = answeredOf(calls)?.stands;
  return stands === 'before'
    ? t`There are ${calls.length} calls "${id}"; this is the last one before the result.`
    : stands === 'after'
      ? t`There are ${calls.length} calls "${id}"; this is the first one after the result.`
      : t`There are ${calls.length} calls "${id}"; this is the last one in the files beside it.`;
}

// A pointer to the only argument that the message names; to the whole call if it names several or none.
function argumentPointer(message: string, { args }: Record<string, unknown>): string {
  const words = new Set(message.match(/[\w-]+/g));
  const named = isObject(args) ? Object.keys(args).filter(name => words.has(name)) : [];
  return named.length === 1 ? formatPointer(['args', ...named]) : '';
}

/** Releases a call from quarantine: fixes what the errors determine with certainty, and lists the rest. */
function repairCall({ call, errors }: Record<string, unknown>): ConversionResult | undefined {
  if (!isObject(call)) return undefined;
  const notes: string[] = [];
  let repaired = call;
  for (const { instancePath, message } of objectsIn(errors)) {
    if (typeof message !== 'string') continue;
    const path =
      typeof instancePath === 'string' && /^(?:\/|$)/.test(instancePath) ? pointerPathIn(call, instancePath) : [];
    const found = atPath(repaired, path);
    const value = numberIn(found);
    if (satisfiesMessage(value, message)) continue;
    const meant = value === undefined ? undefined : repairValue(value, message);
    const name = path.length > 0 ? `"${path.join('.')}"` : t`The call`;
    if (meant === undefined || path.length === 0) notes.push(t`${name} still needs fixing: ${message.slice(0, 200)}.`);
    else {
      repaired = withValue(repaired, path, meant) as Record<string, unknown>;
      notes.push(
        t`${name} was ${typeof value === 'string' ? JSON.stringify(value) : displayJson(found)} and is ${JSON.stringify(meant)} now.`,
      );
    }
  }
  return { value: repaired, notes };
}

// A number with preserved digits, as JSON.parse reads it.
function numberIn(found: unknown): unknown {
  const said = typeof found === 'string' ? displayJson(found) : undefined;
  return said !== undefined && said !== found ? Number(said) : found;
}

/** Returns a copy of a value with another value at a path. */
function withValue(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value)) return value.with(Number(step), withValue(value[Number(step)], rest, other));
  return isObject(value) ? { ...value, [step]: withValue(value[step], rest, other) } : value;
}
