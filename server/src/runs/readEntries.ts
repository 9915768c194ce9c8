import { type Association, recognise } from '../analysis/recognise';
import type { Analysis } from '../model/analysis';
import type { Family, Kind } from '../model/family';
import type { Draft, Effect } from '../model/run';
import type { FileLang } from '../model/text';
import { objectsOfRootArray } from '../parts/jsonParts';
import { parseExact } from '../text/exactJson';
import { parseJson } from '../text/json';
import { isObject } from '../text/pointer';
import type { Entry, FileRecord } from './fileRecord';

/** What reading rests on besides the file. */
export interface Reading {
  families: readonly Family[];
  /** What is said of the file by its name or its user. */
  association: Association;
}

/** What a file that is no log tells: the entries of its parts, or what it says as a registry. Never throws. */
export function readEntries(
  text: string,
  { lang, fileName }: { lang: Exclude<FileLang, 'jsonl'>; fileName: string },
  reading: Reading,
): Pick<FileRecord, 'entries' | 'registry'> {
  if (reading.association === 'none') return { entries: [] };
  if (lang === 'markdown') {
    const registry = registryIn(text, fileName, reading.families);
    return { entries: [], ...(registry && { registry }) };
  }
  const spans = objectsOfRootArray(text);
  if (spans.length === 0) return { entries: entriesOf(text, 'root', reading, lang) };
  return {
    entries: spans.flatMap(({ start, end }, index) => entriesOf(text.slice(start, end), String(index), reading, lang)),
  };
}

/** What lines of a log tell, of which the first has this number, from 0. */
export function readLines(lines: readonly string[], first: number, reading: Reading): Entry[] {
  if (reading.association === 'none') return [];
  const entries: Entry[] = [];
  for (let i = 0; i < lines.length; i++) {
    for (const entry of entriesOf(lines[i] as string, `line ${first + i + 1}`, reading, 'json')) entries.push(entry);
  }
  return entries;
}

/** The steps that a document tells of which was read and analysed as a whole. */
export function readHistory({ parts }: Analysis, { registry }: FileRecord, families: readonly Family[]): Entry[] {
  if (!registry) return [];
  return parts.flatMap(({ part, document }) => {
    if (!document || part.parent) return [];
    const kind = families.flatMap(family => family.documents).find(({ id }) => id === document.kind.id);
    const drafts = kind?.steps?.(document.content, registry) ?? [];
    return drafts.map((draft): Entry => ({ ...entryOf(draft, part.id, true), history: true }));
  });
}

// Of broken text as much counts as can be read: its error is then an error of a step, and not lost.
function entriesOf(text: string, part: string, { families, association }: Reading, lang: 'json' | 'jsonc'): Entry[] {
  // What is neither begun nor named like an object is no envelope: most of these are blank lines.
  if (!text.includes('{')) return [];
  const value = readValue(text, lang);
  if (!isObject(value)) return [];
  const recognition = recognise(value, families, association);
  const family = recognition && familyOfKind(recognition.kind, families);
  if (!recognition || !family?.steps) return [];
  const drafts = family.steps(value, recognition.kind);
  return drafts.map(draft => entryOf(draft, part, recognition.sure));
}

function readValue(text: string, lang: 'json' | 'jsonc'): unknown {
  try {
    return parseExact(text);
  } catch {
    return parseJson(text, lang).value;
  }
}

function entryOf(draft: Draft, part: string, sure: boolean): Entry {
  const entry = draft as Entry;
  entry.part = part;
  entry.title = own(draft.title);
  if (!sure) entry.maybe = true;
  for (const name of REPEATED) {
    const text = entry[name];
    if (text !== undefined) entry[name] = interned(text);
  }
  if (entry.effects) entry.effects = shared(entry.effects);
  return entry;
}

// Most steps of a log do the same few things.
const effectLists = new Map<string, Effect[]>();

function shared(effects: Effect[]): Effect[] {
  const [one] = effects;
  if (!one || effects.length > 1 || one.do !== 'handoff') return effects.map(withOwnTexts);
  const key = `${one.to}\0${one.text ?? ''}`;
  const known = effectLists.get(key);
  if (known) return known;
  if (effectLists.size >= MOST_TEXTS) effectLists.clear();
  const kept = effects.map(withOwnTexts);
  effectLists.set(key, kept);
  return kept;
}

function withOwnTexts(effect: Effect): Effect {
  const held = effect as Record<string, unknown>;
  for (const name in held) {
    const value = held[name];
    if (typeof value === 'string') held[name] = own(value);
  }
  return effect;
}

const REPEATED = ['run', 'agent', 'peer', 'about'] as const;

/** A text of its own: one that was cut out of another would keep all of that in memory. */
function own(text: string): string {
  return text.length < SHORT ? text : Buffer.from(text, 'utf8').toString('utf8');
}

const SHORT = 13;

// A log names the same few agents and runs again and again.
const texts = new Map<string, string>();
const MOST_TEXTS = 10_000;

function interned(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  const kept = own(text);
  texts.set(kept, kept);
  return kept;
}

const familiesOf = new WeakMap<readonly Family[], Map<Kind, Family>>();

function familyOfKind(kind: Kind, families: readonly Family[]): Family | undefined {
  let known = familiesOf.get(families);
  if (!known) {
    known = new Map(families.flatMap(family => family.kinds.map(kind => [kind, family] as const)));
    familiesOf.set(families, known);
  }
  return known.get(kind);
}

function registryIn(text: string, fileName: string, families: readonly Family[]): FileRecord['registry'] {
  for (const family of families) {
    for (const { glance } of family.documents) {
      const state = glance?.(text, fileName);
      if (state) return { ...state, family: family.id };
    }
  }
  return undefined;
}
