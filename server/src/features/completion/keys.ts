import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import type { Part } from '../../model/part';
import type { Slot } from '../../model/slot';
import { rangeOf } from '../../parts/place';
import { escaped } from '../../slots/body';
import { commaAfter, commaBefore, insertion } from './insertion';

const PROPERTY: CompletionItemKind = 10;

/** The properties that the object has not yet, the required ones first, each with a value to tab through. */
export function keyItems(slot: Slot, part: Part): CompletionItem[] {
  const renames = /^\s*:/.test(part.text.slice(slot.at.end));
  const before = renames ? undefined : commaBefore(part.text, slot.at.start);
  return slot.absent.map((absent, index) => ({
    label: absent.name,
    kind: PROPERTY,
    detail: `${absent.title}${absent.required ? ' (required)' : ''}`,
    ...(absent.about !== undefined && { documentation: { kind: 'markdown', value: absent.about } }),
    sortText: `${absent.required ? 0 : 1}${String(index).padStart(3, '0')}`,
    filterText: JSON.stringify(absent.name),
    ...(absent.required && { preselect: index === 0 }),
    ...insertion(part, slot.at, renames ? escaped(JSON.stringify(absent.name)) : propertySnippet(absent, part, slot)),
    ...(before !== undefined && {
      additionalTextEdits: [{ range: rangeOf(part, { start: before, end: before }), newText: ',' }],
    }),
  }));
}

function propertySnippet(absent: Slot, part: Part, { at }: Slot): string {
  return `${escaped(JSON.stringify(absent.name))}: ${absent.body(part)}${commaAfter(part.text, at.end)}`;
}
