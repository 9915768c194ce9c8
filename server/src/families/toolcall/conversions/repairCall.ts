import type { ConversionResult } from '../../../model/conversion';
import type { Path } from '../../../model/text';
import { displayJson } from '../../../text/json/losslessJson';
import { atPath, isObject, pointerPathIn } from '../../../text/pointer';
import { objectsIn } from '../../drafts/draft';
import { repairValue, satisfiesMessage } from '../repairValue';

/** Releases a call from quarantine: fixes what the errors determine with certainty, and lists the rest. */
export function repairCall({ call, errors }: Record<string, unknown>): ConversionResult | undefined {
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
    const name = path.length > 0 ? `"${path.join('.')}"` : 'The call';
    if (meant === undefined || path.length === 0) notes.push(`${name} still needs fixing: ${message.slice(0, 200)}.`);
    else {
      repaired = withValue(repaired, path, meant) as Record<string, unknown>;
      notes.push(
        `${name} was ${typeof value === 'string' ? JSON.stringify(value) : displayJson(found)} and is ${JSON.stringify(meant)} now.`,
      );
    }
  }
  return { value: repaired, notes };
}

// The number as parsed without preserving its digits.
function numberIn(found: unknown): unknown {
  const said = typeof found === 'string' ? displayJson(found) : undefined;
  return said !== undefined && said !== found ? Number(said) : found;
}

/** Returns a copy with another value at a path. */
function withValue(value: unknown, [step, ...rest]: Path, other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value)) return value.with(Number(step), withValue(value[Number(step)], rest, other));
  return isObject(value) ? { ...value, [step]: withValue(value[step], rest, other) } : value;
}
