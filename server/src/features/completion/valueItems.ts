import type { Command, CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import type { Context } from '../../analysis/analyse';
import { basesOf, joinPath, resolvePath } from '../../analysis/ruleFileAccess';
import type { Analysis } from '../../model/analysis';
import type { EntryType, Workspace } from '../../model/disk';
import type { Family } from '../../model/family';
import type { IdKind, RegistryDocument } from '../../model/registry';
import type { Slot, SlotChoice } from '../../model/schema';
import type { NamePointer } from '../../model/symbol';
import type { Part, Path, Span } from '../../model/text';
import { registryValues } from '../../registry/registryCells';
import { idsIn } from '../../registry/registryIds';
import { t } from '../../shared/l10n';
import { truncate } from '../../shared/shownText';
import { eachDeclared } from '../../slots/schemaPaths';
import { escapeSnippet } from '../../slots/schemaSnippet';
import { hasLoneSurrogate } from '../../text/characters';
import { unescapeMarkdown } from '../../text/escapeMarkdown';
import { nodeAt } from '../../text/json/parseJson';
import { isObject, isSamePath, parsePointer } from '../../text/jsonPointer';
import { formatSeconds } from '../../text/parseTime';
import type { LastNumber } from '../../text/similarNames';
import type { Cursor } from '../cursor';
import { CONFIDENCE_EXAMPLES } from '../envelopeSummary';
import { freshId } from '../freshId';
import { neighbourEnvelopes, valuesBySlot } from '../neighbourEnvelopes';
import { pointedNames } from '../symbols/findNames';
import { completionInsertion, memberInsertion } from './completionInsertion';

const VALUE: CompletionItemKind = 12;
const ENUM_MEMBER: CompletionItemKind = 20;
const STRUCT: CompletionItemKind = 22;

interface Around {
  analysis: Analysis;
  context: Context;
  workspace: Workspace;
  lastNumber?: LastNumber | undefined;
}

/** Returns the completions for a property's value: values that the schema allows, values from the workspace, and generated values. */
export function valueItems(slot: Slot, cursor: Cursor, around: Around): CompletionItem[] {
  const { analysis, context, workspace } = around;
  const { part } = cursor.at;
  // The value of a key may be in the lines below.
  const below = slot.isBlock && slot.at.start === slot.at.end && cursor.root && nodeAt(cursor.root, slot.path);
  if (below && below.length > 0) return [];
  if (slot.format === 'path' && slot.role !== 'cell') return pathItems(slot, part, analysis.file.uri, workspace);
  const { document } = cursor.at;
  if (document) {
    const choices = [
      ...slot.choices,
      ...cellChoices(slot, document.content, analysis.file.uri, workspace),
      ...madeUp(slot, cursor, around),
      ...ownNames(slot.format, context.facts),
      ...declared(slot.format, context),
    ];
    return distinct(choices).map((choice, index) => choiceItem(choice, { slot, part, index }));
  }
  const made = madeUp(slot, cursor, around);
  const format = slot.format ?? referenceAt(slot.path, cursor)?.kind;
  const own = slot.closed ? [] : ownNames(format, context.facts);
  const choices = distinct([
    ...made,
    // The user's own names precede those that the protocol proposes.
    ...own,
    // Example times and ids are useless where one can be generated.
    ...(made.length > 0 ? [] : slot.choices),
    // A closed list takes no further values.
    ...(slot.closed ? [] : [...declared(format, context), ...seenValueChoices(format, analysis, cursor)]),
    ...(slot.closed ? [] : seenNameChoices(slot.path, analysis, cursor)),
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
    label: typeof value === 'string' ? value : text.trim(),
    kind: slot.closed ? ENUM_MEMBER : VALUE,
    ...(about !== undefined && {
      documentation: { kind: 'markdown', value: about },
      labelDetails: { description: truncate(unescapeMarkdown(about), 40, 38) },
    }),
    sortText: String(index).padStart(4, '0'),
    filterText: text,
    ...(slot.role === 'cell' ? completionInsertion : memberInsertion)(part, slot.at, escapeSnippet(text)),
  };
}

function madeUp(
  { format }: Slot,
  { at, whole }: Cursor,
  { analysis, context, lastNumber }: Omit<Around, 'workspace'>,
): SlotChoice[] {
  if (format === 'time') return [{ value: formatSeconds(), about: t`now` }];
  if (format === 'confidence') return CONFIDENCE_EXAMPLES;
  const line = at.part.map.at(0)?.line ?? 0;
  const said = valuesBySlot(() => neighbourEnvelopes(analysis, context, { line, except: whole }));
  const id = format && freshId(format, () => said(format), lastNumber);
  return id ? [{ value: id, about: t`a fresh one` }] : [];
}

function declared(format: string | undefined, { facts, families }: Context): SlotChoice[] {
  if (format === 'kind') return kindChoices(families);
  const listed = format === 'agent' ? [...(facts.catalogue?.agents.values() ?? [])] : [];
  const agents = listed.filter(({ isServer }) => !isServer);
  return agents.map(({ name: value }) => ({ value, about: t`in the tool catalogue` }));
}

/** Returns the agents or intents that the user declares, for a slot of that format. */
function ownNames(format: string | undefined, facts: Context['facts']): SlotChoice[] {
  const names = format === 'agent' ? facts.agents : format === 'intent' ? facts.intents : [];
  return names.map(value => ({ value, about: t`from your settings` }));
}

function kindChoices(families: readonly Family[]): SlotChoice[] {
  const kinds = families.flatMap(family => family.kinds).filter(({ fileNames }) => !fileNames);
  return [...kinds.map(({ id, title }) => ({ value: id, about: title })), { value: 'none', about: t`no envelopes` }];
}

function distinct(choices: readonly SlotChoice[]): SlotChoice[] {
  const found = new Map<string, SlotChoice>();
  for (const choice of choices) {
    const key = JSON.stringify(choice.value);
    if (!found.has(key)) found.set(key, choice);
  }
  return [...found.values()];
}

// Completes an empty slot for an object or array with a body to tab through.
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

/** Completes a registry's cell beyond its vocabulary: with ids, documents, agents, counts. */
function cellChoices(slot: Slot, registry: RegistryDocument, uri: string, workspace: Workspace): SlotChoice[] {
  const { at, ids, format } = slot;
  if (ids?.defines) return [{ value: nextId(ids.defines, registry), about: t`the next free id` }];
  if (ids && ids.refers.length > 0) return definedIds(ids.refers, registry);
  if (format === 'agent') return seen('agent', registry, at).map(value => ({ value, about: t`in this registry` }));
  if (format === 'document') return documents(uri, workspace).map(value => ({ value, about: t`on disk` }));
  if (format?.startsWith('counter/')) return counts(slot, registry.markdown.text, Number(format.slice(8)));
  return [];
}

function definedIds(kinds: readonly IdKind[], registry: RegistryDocument): SlotChoice[] {
  const found = new Map<string, SlotChoice>();
  for (const section of registry.sections) {
    for (const { rows, columns } of section.tables) {
      const column = columns.findIndex(({ definition }) => definition?.defines && kinds.includes(definition.defines));
      for (const { values } of column < 0 ? [] : rows) {
        const id = values[column]?.text ?? '';
        if (id !== '' && !found.has(id))
          found.set(id, { value: id, about: values.map(({ text }) => text).join(' · ') });
      }
    }
  }
  return [...found.values()];
}

const FIRST: Partial<Record<IdKind, string>> = {
  gap: 'G-001',
  question: 'C1.1',
  checklist: 'CHK001',
  check: 'SPEC-001',
  task: 'T001',
};

// Returns the next id in the format of the last one: G-007 after G-006, CHK-012 after CHK-011.
function nextId(kind: IdKind, { markdown }: RegistryDocument): string {
  const seen = idsIn(markdown.text).filter(one => one.kind === kind);
  const numbers = seen.map(({ id }) => Number(/(\d+)$/.exec(id)?.[1] ?? 0));
  const last = seen[numbers.indexOf(Math.max(...numbers))]?.id;
  if (!last) return FIRST[kind] ?? '';
  return last.replace(/\d+$/, digits => String(Number(digits) + 1).padStart(digits.length, '0'));
}

function seen(format: string, registry: RegistryDocument, except: Span): string[] {
  const values = registryValues(registry).filter(
    ({ value: { definition, text, at } }) => definition?.format === format && text !== '' && at.start !== except.start,
  );
  return [...new Set(values.map(({ value }) => value.text))];
}

// A registry is in `.workflow` in the feature's folder, next to its documents.
function documents(uri: string, workspace: Workspace): string[] {
  const root = resolvePath('spec.md', uri, workspace);
  const folder = root ? root.uri.slice(0, root.uri.lastIndexOf('/')) : uri.split('/').slice(0, -2).join('/');
  const entries = workspace.disk.list(folder) ?? new Map<string, string>();
  return [...entries]
    .filter(([name]) => !name.startsWith('.'))
    .map(([name, type]) => (type === 'folder' ? `${name}/` : name));
}

function counts({ at }: Slot, text: string, most: number): SlotChoice[] {
  const count = Number(/^\d+/.exec(text.slice(at.start, at.end))?.[0] ?? 0);
  return [count + 1, 0]
    .filter(one => one <= most)
    .map(one => ({ value: `${one} / ${most}`, about: one === 0 ? t`from the start` : t`one more` }));
}

const FILE: CompletionItemKind = 17;
const FOLDER: CompletionItemKind = 19;
const AGAIN: Command = { title: t`Go on`, command: 'editor.action.triggerSuggest' };

/** Completes a path with files and folders, in each folder that the path may be relative to. */
function pathItems(slot: Slot, part: Part, uri: string, workspace: Workspace): CompletionItem[] {
  const typed = part.text.slice(slot.at.start, slot.at.end).replace(/^["']|["']$/g, '');
  const steps = typed.split('/').slice(0, -1);
  if (steps.some(step => step === '..' || step === '') || /[\\:]/.test(typed) || hasLoneSurrogate(typed)) return [];
  const found = new Map<string, { type: EntryType; base: number }>();
  basesOf(uri, workspace.folders).forEach((folder, base) => {
    for (const [name, type] of workspace.disk.list(joinPath(folder, steps)) ?? []) {
      if (name !== '.git' && name !== 'node_modules' && !found.has(name)) found.set(name, { type, base });
    }
  });
  return [...found].map(([name, { type, base }]) => pathItem([...steps, name].join('/'), type, { slot, part, base }));
}

interface PathItemOptions {
  slot: Slot;
  part: Part;
  /** The index of the base folder that contains the entry; 0 is the workspace folder. */
  base: number;
}

function pathItem(path: string, type: EntryType, { slot, part, base }: PathItemOptions): CompletionItem {
  const folder = type === 'folder';
  const text = slot.write(folder ? `${path}/` : path);
  // After a folder's name the cursor stays before the closing quote, to continue from there.
  const isQuoted = text.endsWith('"');
  const snippet = folder && isQuoted ? `${escapeSnippet(text.slice(0, -1))}$0"` : escapeSnippet(text);
  return {
    label: path.slice(path.lastIndexOf('/') + 1) + (folder ? '/' : ''),
    kind: folder ? FOLDER : FILE,
    detail: path,
    sortText: `${base}${folder ? 1 : 0}${path}`,
    filterText: text,
    ...memberInsertion(part, slot.at, snippet),
    ...(folder && { command: AGAIN }),
  };
}

// Formats whose values other envelopes of the file usually share.
const SHARED = new Set(['agent', 'intent', 'tool', 'call-id', 'trace-id', 'workflow-id', 'feature-id', 'project']);

/** Returns the kind of the names to which a value refers, if the declaration of its kind says so. */
function referenceAt(path: Path, { kind }: Cursor): NamePointer['name'] | undefined {
  const steps = path.map(step => (typeof step === 'number' ? '*' : step));
  return kind?.names?.find(({ at, role }) => role === 'refers' && isSamePath(parsePointer(at), steps))?.name;
}

/** Returns values of the same format from other places of the file. */
function seenValueChoices(format: string | undefined, analysis: Analysis, cursor: Cursor): SlotChoice[] {
  if (!format || !SHARED.has(format)) return [];
  return [...seenValues(format, analysis, cursor)].map(value => ({ value, about: t`in this file` }));
}

// A limit, since completion must not scan a log of a hundred thousand lines.
const MOST_PARTS = 2000;

function seenValues(format: string, { parts }: Analysis, except?: Cursor): Set<string> {
  const seen = new Set<string>();
  for (const part of parts.slice(-MOST_PARTS)) {
    if (part === except?.whole || !part.recognition || !isObject(part.value)) continue;
    eachDeclared(part.recognition.variant.schema, part.value, (_, schema, value) => {
      if (schema['x-slot'] === format && typeof value === 'string' && value !== '') seen.add(value);
    });
  }
  return seen;
}

/** Returns the names of the file to which a value may refer, also those of the envelope at the cursor. */
function seenNameChoices(path: Path, { parts }: Analysis, cursor: Cursor): SlotChoice[] {
  const wanted = referenceAt(path, cursor);
  return (wanted ? parts.slice(-MOST_PARTS) : []).flatMap(part => {
    const isHere = part === cursor.whole;
    const { recognition, value } = isHere ? cursor.at : part;
    const names = recognition ? pointedNames(recognition.kind, value) : [];
    const same = names.filter(({ name: { kind, of } }) => kind === wanted?.kind && (!wanted.of || of === wanted.of));
    const others = same.filter(one => !isHere || !isSamePath(one.path, path));
    return others.map(({ name }) => ({ value: name.text, about: t`in this file` }));
  });
}
