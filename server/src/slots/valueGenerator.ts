import type { Schema } from '../model/schema';

/**
 * What can be made up for a place, as its `x-slot`: the time it is now, a new id where an id is given. None for what only
 * the author knows, such as an id that names what is there already.
 */
export function generatedSlot({ 'x-slot': slot, 'x-defines': defines }: Schema): string | undefined {
  return slot === 'time' || (defines && slot !== undefined && IDS.has(slot)) ? slot : undefined;
}

/** Makes something up for such a place; nothing where it knows no form for it. */
export type ValueGenerator = (slot: string) => string | undefined;

/** Makes up nothing: what is filled in that way stays as it is. */
export const generateNothing: ValueGenerator = () => undefined;

const IDS = new Set(['call-id', 'trace-decision-id', 'message-id']);
