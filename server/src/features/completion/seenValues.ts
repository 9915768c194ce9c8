import { shapeOf } from '../../analysis/recognise';
import type { Analysis } from '../../model/analysis';
import type { Slot, SlotChoice } from '../../model/slot';
import { eachDeclared } from '../../slots/eachDeclared';
import { isObject } from '../../text/pointer';
import type { Cursor } from '../cursor';

// Formats whose values other envelopes of the file usually share.
const SHARED = new Set(['agent', 'intent', 'tool', 'call-id', 'trace-id', 'workflow-id', 'feature-id', 'project']);

/** Values of the same format elsewhere in the file. */
export function seenValueChoices({ format }: Slot, analysis: Analysis, cursor: Cursor): SlotChoice[] {
  if (!format || !SHARED.has(format)) return [];
  return [...seenValues(format, analysis, cursor)].map(value => ({ value, about: 'in this file' }));
}

// Enough to be helpful; completion must not scan a log of a hundred thousand lines.
const MOST_PARTS = 2000;

export function seenValues(format: string, { parts }: Analysis, except?: Cursor): Set<string> {
  const seen = new Set<string>();
  const near = parts.length > MOST_PARTS ? parts.slice(-MOST_PARTS) : parts;
  for (const part of near) {
    if (part === except?.whole || !part.recognition || !isObject(part.value)) continue;
    eachDeclared(shapeOf(part.recognition.kind, part.value).schema, part.value, (_, schema, value) => {
      if (schema['x-slot'] === format && typeof value === 'string' && value !== '') seen.add(value);
    });
  }
  return seen;
}
