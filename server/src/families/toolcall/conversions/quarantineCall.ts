import type { ConversionContext, ConversionResult } from '../../../model/conversion';
import { formatPointer } from '../../../text/pointer';

/** Wraps a call that must be rejected with its errors. Undefined for a call without errors. */
export function quarantineCall(
  call: Record<string, unknown>,
  { now, errors }: ConversionContext,
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
