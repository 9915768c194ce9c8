import type { Schema } from '../model/schema';

/**
 * The slot of a value that can be generated: the current time, or a new id where the value defines one. Undefined for
 * values that only the author knows, such as a reference to an existing id.
 */
export function generatedSlot({ 'x-slot': slot, 'x-defines': defines }: Schema): string | undefined {
  return slot === 'time' || (defines && slot !== undefined && IDS.has(slot)) ? slot : undefined;
}

/** Generates a value for a slot; returns undefined for slots that it does not support. */
export type ValueGenerator = (slot: string) => string | undefined;

/** Generates nothing: missing values stay missing. */
export const generateNothing: ValueGenerator = () => undefined;

const IDS = new Set(['call-id', 'trace-decision-id', 'message-id']);
