import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import type { Context } from '../../analysis/analyse';
import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Family } from '../../model/family';
import type { Part } from '../../model/part';
import type { Slot, SlotChoice } from '../../model/slot';
import { truncate } from '../../shared/truncate';
import { escapeSnippet } from '../../slots/schemaSnippet';
import { unescapeMarkdown } from '../../text/markdown/escapeMarkdown';
import type { LastNumber } from '../../text/names/nextId';
import { CONFIDENCE_EXAMPLES } from '../confidenceBand';
import type { Cursor } from '../cursor';
import { freshId } from '../newEnvelope/freshId';
import { neighbourEnvelopes, valuesBySlot } from '../newEnvelope/neighbourEnvelopes';
import { cellChoices } from './cellChoices';
import { completionInsertion, memberInsertion } from './insertion';
import { pathItems } from './pathItems';
import { seenValueChoices } from './seenValues';

const VALUE: CompletionItemKind = 12;
const ENUM_MEMBER: CompletionItemKind = 20;
const STRUCT: CompletionItemKind = 22;

interface Around {
  analysis: Analysis;
  context: Context;
  workspace: Workspace;
  lastNumber?: LastNumber | undefined;
}

/** Completes the value of a slot: those its contract allows, those the workspace knows, and generated ones. */
export function valueItems(slot: Slot, cursor: Cursor, around: Around): CompletionItem[] {
  const { analysis, context, workspace } = around;
  const { part } = cursor.at;
  if (slot.format === 'path' && slot.role !== 'cell') return pathItems(slot, part, analysis.file.uri, workspace);
  const { document } = cursor.at;
  if (document) {
    const choices = [
      ...slot.choices,
      ...cellChoices(slot, document.content, analysis.file.uri, workspace),
      ...madeUp(slot, cursor, around),
      ...ownNames(slot.format, context.facts),
      ...declared(slot, context),
    ];
    return distinct(choices).map((choice, index) => choiceItem(choice, { slot, part, index }));
  }
  const made = madeUp(slot, cursor, around);
  const own = slot.closed ? [] : ownNames(slot.format, context.facts);
  const choices = distinct([
    ...made,
    // Before those that the protocol proposes.
    ...own,
    // Example times and ids are useless where one can be generated.
    ...(made.length > 0 ? [] : slot.choices),
    // A closed list takes no further values.
    ...(slot.closed ? [] : [...declared(slot, context), ...seenValueChoices(slot, analysis, cursor)]),
  ]);
  const items = choices.map((choice, index) => choiceItem(choice, { slot, part, index }));
  return items.length > 0 ? items : bodyItem(slot, part);
}

function choiceItem(
  { value, about }: SlotChoice,
  { slot, part, index }: { slot: Slot; part: Part; index: number },
): CompletionItem {
  const text = slot.write(value);
  return {
    label: typeof value === 'string' ? value : text,
    kind: slot.closed ? ENUM_MEMBER : VALUE,
    ...(about !== undefined && {
      documentation: { kind: 'markdown', value: about },
      labelDetails: { description: shortened(unescapeMarkdown(about)) },
    }),
    sortText: String(index).padStart(4, '0'),
    filterText: text,
    ...(slot.role === 'cell' ? completionInsertion : memberInsertion)(part, slot.at, escapeSnippet(text)),
  };
}

function shortened(text: string): string {
  return truncate(text, 40, 38);
}

function madeUp(
  { format }: Slot,
  { at, whole }: Cursor,
  { analysis, context, lastNumber }: Omit<Around, 'workspace'>,
): SlotChoice[] {
  if (format === 'time') return [{ value: new Date().toISOString().replace(/\.\d+Z$/, 'Z'), about: 'now' }];
  if (format === 'confidence') return CONFIDENCE_EXAMPLES;
  const line = at.part.map.at(0)?.line ?? 0;
  const said = valuesBySlot(() => neighbourEnvelopes(analysis, context, { line, except: whole }));
  const id = format && freshId(format, () => said(format), lastNumber);
  return id ? [{ value: id, about: 'a fresh one' }] : [];
}

function declared({ format }: Slot, { facts, families }: Context): SlotChoice[] {
  if (format === 'kind') return kindChoices(families);
  const listed = format === 'agent' ? [...(facts.catalogue?.agents.keys() ?? [])] : [];
  return listed.map(value => ({ value, about: 'in the tool catalogue' }));
}

/** The agents and intents that the user declares. */
function ownNames(format: string | undefined, facts: Context['facts']): SlotChoice[] {
  const names = format === 'agent' ? facts.agents : format === 'intent' ? facts.intents : [];
  return names.map(value => ({ value, about: 'from your settings' }));
}

function kindChoices(families: readonly Family[]): SlotChoice[] {
  const kinds = families.flatMap(family => family.kinds).filter(({ fileNames }) => !fileNames);
  return [...kinds.map(({ id, title }) => ({ value: id, about: title })), { value: 'none', about: 'no envelopes' }];
}

function distinct(choices: readonly SlotChoice[]): SlotChoice[] {
  const found = new Map<string, SlotChoice>();
  for (const choice of choices) {
    const key = JSON.stringify(choice.value);
    if (!found.has(key)) found.set(key, choice);
  }
  return [...found.values()];
}

// An empty slot for an object or array gets one to tab through.
function bodyItem(slot: Slot, part: Part): CompletionItem[] {
  if (slot.at.end > slot.at.start || slot.types.length === 0) return [];
  const body = slot.body(part);
  const label =
    slot.types[0] === 'object'
      ? '{ … }'
      : slot.types[0] === 'array'
        ? '[ … ]'
        : slot.types[0] === 'string'
          ? '""'
          : undefined;
  if (!label) return [];
  return [{ label, kind: STRUCT, detail: slot.title, ...memberInsertion(part, slot.at, body) }];
}
