import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import type { Kind } from '../../model/kind';
import type { Part } from '../../model/part';
import type { Slot } from '../../model/slot';
import { escapeSnippet } from '../../slots/schemaSnippet';
import { isObject } from '../../text/pointer';
import type { Cursor } from '../cursor';
import { completionInsertion, memberInsertion } from './insertion';

const PROPERTY: CompletionItemKind = 10;

/**
 * Completes the missing properties of the object, required ones first, each with a value to tab through. Last, for a
 * whole envelope, the `$schema` that names its kind.
 */
export function keyItems(slot: Slot, { at: { part, value }, kind }: Cursor): CompletionItem[] {
  const properties = slot.absent.map((absent, index) => ({
    label: absent.name,
    kind: PROPERTY,
    detail: `${meaning(absent)}${absent.required ? ' (required)' : ''}`,
    ...(absent.about !== undefined && { documentation: { kind: 'markdown' as const, value: absent.about } }),
    // Sorts before `$schema`, which a JSON service of the client offers without a text to sort by.
    sortText: `!${absent.required ? 0 : 1}${String(index).padStart(3, '0')}`,
    filterText: JSON.stringify(absent.name),
    ...(absent.required && { preselect: index === 0 }),
    ...propertyInsertion(absent.name, absent.body(part), slot, part),
  }));
  const hasSchema = isObject(value) && Object.hasOwn(value, '$schema') && slot.name !== '$schema';
  return slot.path.length > 1 || hasSchema || !kind ? properties : [...properties, schemaItem(kind, slot, part)];
}

// Without a title, the type is more informative than repeating the name.
function meaning({ title, name, types }: Slot): string {
  return title === name && types.length > 0 ? types.join(' or ') : title;
}

function schemaItem({ schema, title }: Kind, slot: Slot, part: Part): CompletionItem {
  return {
    label: '$schema',
    kind: PROPERTY,
    detail: `Says that this is a ${title.toLowerCase()}`,
    sortText: '!2',
    filterText: '"$schema"',
    ...propertyInsertion('$schema', escapeSnippet(JSON.stringify(schema.$id)), slot, part),
  };
}

/** Inserts a property with a value; before a colon only the name is replaced. */
export function propertyInsertion(name: string, body: string, { at }: Slot, part: Part) {
  const key = escapeSnippet(JSON.stringify(name));
  const isNamed = /^\s*:/.test(part.text.slice(at.end));
  return isNamed ? completionInsertion(part, at, key) : memberInsertion(part, at, `${key}: ${body}`);
}
