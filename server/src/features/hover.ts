import type { Hover } from 'vscode-languageserver-types';
import type { Context } from '../analysis/analyse';
import { resolvePath } from '../analysis/ruleFileAccess';
import type { Analysis } from '../model/analysis';
import type { Workspace } from '../model/disk';
import type { Kind } from '../model/kind';
import type { Slot } from '../model/schema';
import type { Position } from '../model/text';
import { rangeOf } from '../parts/positions';
import { t } from '../shared/l10n';
import { orText, someOf } from '../shared/shownText';
import { slotsAtPath } from '../slots/schemaSlot';
import { escapeMarkdown, inlineCode } from '../text/escapeMarkdown';
import { nodeAt, valuePathAt } from '../text/json/parseJson';
import { atPath } from '../text/jsonPointer';
import { type Cursor, narrowCursorAt, outsideComments, slotAt } from './cursor';
import { confidenceBand, envelopeSummary } from './envelopeSummary';
import { featureFolder } from './featureFiles';
import { rulePage } from './rulePages';
import { stepRuleHover } from './stepRuleHover';
import { folderNamedAt } from './symbols/featureEnvelopes';
import { idSummary, idSymbolAt } from './symbols/idOccurrences';

/**
 * Returns the hover text at the cursor. On an envelope's opening brace, the text is a summary of the envelope. On a property or value, it
 * says the meaning, the allowed values, the protocol, and facts about the present value.
 *
 * @param uris if the envelope names a feature, the files in which to look the feature up; needed only if `isOfNamedFeature` returns true
 */
export function hover(
  analysis: Analysis,
  position: Position,
  context: Context,
  workspace: Workspace,
  uris?: readonly string[],
): Hover | undefined {
  const id = idSymbolAt(analysis, position, workspace);
  if (id) {
    const feature = uris && folderNamedAt(analysis, position.line, { uris, context, workspace });
    const summary = idSummary(id.name, analysis, workspace, feature);
    if (summary) return hoverOf(summary, id.range);
  }
  const drawn = narrowCursorAt(analysis, position);
  const cursor = drawn && outsideComments(drawn, analysis);
  const { kind, at, offset } = cursor ?? {};
  if (!cursor || !at || offset === undefined) return undefined;
  if (at.document) return documentHover(cursor, { analysis, context, workspace });
  if (!kind) return undefined;
  const brace = at.part.text.search(/\S/);
  if (offset === brace && at.part.text[brace] === '{') {
    return hoverOf(
      `${envelopeSummary(cursor.whole.value, kind)}\n\n${kindLine(kind, context)}`,
      rangeOf(at.part, { start: brace, end: brace + 1 }),
    );
  }
  // A mouse pointer is on a character, a cursor before it.
  const isOnToken = /["\w.+-]/.test(at.part.text[offset] ?? '');
  const slot = collectionSlot(cursor) ?? slotAt(cursor, isOnToken ? offset + 1 : offset);
  if (!slot || slot.path.length === 0 || slot.at.end === slot.at.start) return undefined;
  const rule = slot.named === 'rule' ? rulePage(slot.name) : undefined;
  if (rule) return hoverOf(rule, rangeOf(at.part, slot.at));
  const value = valueAt(cursor, slot);
  const notes = slot.role === 'key' ? [] : notesOn(value, slot, analysis.file.uri, workspace);
  // An excerpt of a large declaration has other numbers.
  const isDeclaration = kind.id === 'agent-envelopes/protocol' && cursor.whole === cursor.at;
  const text = [
    heading(slot),
    isDeclaration && stepRuleHover(cursor.whole.value, slot.path),
    ...notes,
    aboutWith(slot, value),
    choices(slot, value),
    ownNames(slot, value, context),
    limits(slot),
    kindLine(kind, context),
  ];
  return hoverOf(text.filter(Boolean).join('\n\n'), rangeOf(at.part, slot.at));
}

/** Returns the slot of the object or list whose bracket is at the cursor; in YAML, also of the list's element whose dash is there. */
function collectionSlot({ at: { part, value }, root, schema, offset }: Cursor): Slot | undefined {
  const [, bracket, dash] = /^(?:([{[])|(-[ \t]+))/.exec(part.text.slice(offset, offset + 100)) ?? [];
  if (!root || !schema || (!bracket && (!dash || part.lang !== 'yaml'))) return undefined;
  const start = offset + (dash?.length ?? 0);
  const steps = valuePathAt(root, start);
  const path = steps
    .map((_, index) => steps.slice(0, index + 1))
    .find(one => {
      const node = nodeAt(root, one);
      return node?.children && node.offset === start && (bracket || typeof one.at(-1) === 'number');
    });
  const slot = path && slotsAtPath(schema, value, path).value;
  return slot && { ...slot, at: { start: offset, end: offset + 1 } };
}

/** Returns whether the id under the cursor belongs to a feature that the envelope names, because the file is in no feature's folder. */
export function isOfNamedFeature(analysis: Analysis, position: Position, workspace: Workspace): boolean {
  const kind = idSymbolAt(analysis, position, workspace)?.name.kind;
  // Ids of checks mean the same everywhere.
  return kind !== undefined && kind !== 'check' && featureFolder(analysis.file.uri, workspace) === null;
}

interface DocumentHoverOptions {
  analysis: Analysis;
  context: Context;
  workspace: Workspace;
}

function documentHover(cursor: Cursor, { analysis, context, workspace }: DocumentHoverOptions): Hover | undefined {
  const { part, document } = cursor.at;
  const slot = slotAt(cursor);
  if (!slot || !document || slot.at.end === slot.at.start) return undefined;
  const value = part.text.slice(slot.at.start, slot.at.end).replace(/^`(.*)`$/s, '$1');
  const notes = slot.role === 'cell' ? notesOn(value, slot, analysis.file.uri, workspace) : [];
  const text = [
    heading(slot),
    ...notes,
    slot.about,
    choices(slot, value),
    limits(slot),
    kindLine(document.kind, context),
  ];
  return hoverOf(text.filter(Boolean).join('\n\n'), rangeOf(part, slot.at));
}

function hoverOf(value: string, range: Hover['range']): Hover {
  return { contents: { kind: 'markdown', value }, ...(range && { range }) };
}

function valueAt({ at, root }: Cursor, { role, path }: Slot): unknown {
  const node = role === 'key' || !root ? undefined : nodeAt(root, path);
  return node?.value ?? atPath(at.value, path);
}

function heading({ name, title, required, types, role }: Slot): string {
  if (role === 'name' || role === 'cell') return `**${escapeMarkdown(title)}**`;
  const what = role === 'item' ? t`an item of ${inlineCode(name)}` : inlineCode(name);
  const type = types.length > 0 ? ` · ${orText(types)}` : '';
  const named = title === name ? what : `**${escapeMarkdown(title)}** · ${what}`;
  return `${named}${type}${required ? ` · ${t`required`}` : ''}`;
}

function notesOn(value: unknown, slot: Slot, uri: string, workspace: Workspace): string[] {
  if (slot.format === 'confidence' && typeof value === 'number') return [`${value}: ${confidenceBand(value)}`];
  if (slot.format === 'path' && typeof value === 'string') return [pathNote(value, uri, workspace)];
  return [];
}

function pathNote(path: string, uri: string, workspace: Workspace): string {
  const found = resolvePath(path, uri, workspace);
  if (!found) return t`✗ Not found in the workspace or the folders above this file.`;
  return found.type === 'file' ? t`✓ Exists: ${`[${escapeMarkdown(path)}](${found.uri})`}` : t`✓ Exists: a folder.`;
}

function choices({ choices, closed, types, about = '' }: Slot, value: unknown): string {
  if (choices.length === 0 || types.includes('boolean')) return '';
  const described = choices.some(({ about }) => about);
  if (!closed && tellsOfAll(about, choices)) return '';
  if (!described) {
    const shown = someOf(choices, choice => mark(choice.value, value), MOST_CHOICES);
    return closed ? t`Allowed: ${shown}` : t`Examples: ${shown}`;
  }
  const head = closed ? t`Allowed:` : t`Examples:`;
  return `${head}\n\n${choices.map(choice => `- ${mark(choice.value, value)} ${choice.about ?? ''}`).join('\n')}`;
}

const MOST_CHOICES = 24;

/** Lists the names that the user declares in addition to those of the protocol. */
function ownNames({ format, closed }: Slot, value: unknown, { facts }: Context): string {
  const names = format === 'agent' ? facts.agents : format === 'intent' ? facts.intents : [];
  if (closed || names.length === 0) return '';
  return t`From your settings: ${someOf(names, name => mark(name, value), MOST_CHOICES)}`;
}

// Returns whether the text already describes each choice. Then no list repeats them.
function tellsOfAll(about: string, choices: Slot['choices']): boolean {
  return choices.length > 0 && choices.every(({ value }) => about.includes(inlineCode(String(value))));
}

function aboutWith({ about, choices }: Slot, value: unknown): string | undefined {
  if (!about || typeof value !== 'string' || !tellsOfAll(about, choices)) return about;
  return about.replace(`| ${inlineCode(value)} |`, `| **${inlineCode(value)}** |`);
}

function mark(choice: unknown, value: unknown): string {
  const text = inlineCode(typeof choice === 'string' ? choice : JSON.stringify(choice));
  return choice === value ? `**${text}**` : text;
}

function limits({ minimum, maximum, patternMessage, initial }: Slot): string {
  const range =
    minimum !== undefined && maximum !== undefined
      ? t`From ${minimum} to ${maximum}.`
      : minimum !== undefined
        ? t`At least ${minimum}.`
        : '';
  const pattern = patternMessage ? t`It ${escapeMarkdown(patternMessage)}.` : '';
  const standard = initial !== undefined ? t`Default: ${inlineCode(JSON.stringify(initial))}.` : '';
  return [range, pattern, standard].filter(Boolean).join(' ');
}

function kindLine(kind: Pick<Kind, 'id' | 'title'>, { families }: Context): string {
  const family = families.find(({ id }) => kind.id.startsWith(`${id}/`));
  return `_${escapeMarkdown(kind.title)} · ${inlineCode(kind.id)}${family ? ` · ${escapeMarkdown(family.reference)}` : ''}_`;
}
