import { hasEnvelopeWords } from '../../analysis/hasEnvelopeWords';
import { type Association, recognise } from '../../analysis/recognise';
import { recognisePythonLiteral } from '../../analysis/recognisePythonLiteral';
import { familyOfKind } from '../../families/familyOfKind';
import type { Analysis } from '../../model/analysis';
import type { Family } from '../../model/family';
import type { Recognition } from '../../model/kind';
import type { Draft, Effect } from '../../model/run';
import type { FileLang, TextFile } from '../../model/text';
import { jsonLanguageOf, type PartSequence, partSequence } from '../../parts/partSequence';
import { jsonOfLine } from '../../parts/positions';
import { splitIntoParts } from '../../parts/splitIntoParts';
import { partitionPoint } from '../../shared/arrays';
import { t } from '../../shared/l10n';
import { runSteps } from '../../shared/workInSteps';
import { fileNameOf } from '../../text/decodeUri';
import { languageOf } from '../../text/fileLanguage';
import { endOfValue, rootObjects, skipWhitespace } from '../../text/json/jsonScanner';
import { LARGE_TEXT } from '../../text/json/largeArrays';
import { parseJsonBigInts } from '../../text/json/losslessJson';
import { parseJson, type SyntaxFault } from '../../text/json/parseJson';
import { isObject } from '../../text/jsonPointer';
import { fileText, type ReplacedLines, replacedLines, textFile } from '../../text/lines';
import { copyString } from '../../text/memoize';
import { parseJsonOrYaml, parseYamlBigInts } from '../../text/parseJsonOrYaml';
import { lineIndexOf } from './envelopeLocator';
import { type Entry, type FileRecord, familyOf } from './fileRecord';

/**
 * Reads the envelopes in a file that is no log, for the index: one entry per envelope, with its place. Of a state registry (`index.md`), also
 * reads rows such as decisions. Never throws.
 */
export function readEntries(
  text: string,
  { lang, fileName }: { lang: Exclude<FileLang, 'jsonl'>; fileName: string },
  reading: ReadOptions,
): Pick<FileRecord, 'entries' | 'registry'> {
  if (reading.association === 'none') return { entries: [] };
  if (lang === 'markdown') {
    const registry = registryIn(text, fileName, reading.families);
    return { entries: [], ...(registry && { registry }) };
  }
  const entries: Entry[] = [];
  if (lang === 'yaml') {
    addYamlEntries(entries, text, reading);
    return { entries };
  }
  const spans = rootObjects(text);
  if (spans.length === 0) addEntries(entries, text, 'root', reading, lang);
  for (const [index, { start, end }] of spans.entries()) {
    addEntries(entries, text.slice(start, end), String(index), reading, lang);
  }
  return { entries };
}

/** `zeros`: the part has zero bytes, left by a crash. `second`: only the first of several values is read. `spread`: values have several lines. */
export type LostText = 'zeros' | 'second' | 'spread';

/** How to read the text of a file into entries: the families to look for, the file's association, and callbacks for what can't be read. */
export interface ReadOptions {
  families: readonly Family[];
  /** The association of the file, from its name or the user. */
  association: Association;
  /** Called with a part that is not read, or not completely. */
  onLost?(part: string, why: LostText): void;
  /** Called with the type of a record that no reader knows. */
  onUnknown?(type: string): void;
}

/**
 * Reads the entries of some lines of a log.
 *
 * @param first the index of the first line
 */
export function readLines(lines: readonly string[], first: number, reading: ReadOptions): Entry[] {
  const entries: Entry[] = [];
  if (reading.association === 'none') return entries;
  for (let i = 0; i < lines.length; i++) {
    addEntries(entries, jsonOfLine(lines[i] as string).text, `line ${first + i + 1}`, reading, 'json');
  }
  return entries;
}

/** Returns whether the values of a log have several lines each. Such a log is not read. */
export function hasSpreadEntries(lines: readonly string[], reading: ReadOptions): boolean {
  const first = lines.find(line => line.trim() !== '')?.trim();
  if (first !== '{' && first !== '[') return false;
  const { onLost: _onLost, ...quiet } = reading;
  return readEntries(lines.join('\n'), { lang: 'json', fileName: '' }, quiet).entries.length > 0;
}

/** Returns whether a log is one of another tool, of which all records should be known: it has an entry of a family that is only read. */
export function isOnlyRead(entries: readonly Entry[], families: readonly Family[]): boolean {
  const readOnly = new Set(families.filter(({ kinds }) => kinds.some(kind => kind.readOnly)).map(({ id }) => id));
  return entries.some(entry => !entry.maybe && readOnly.has(familyOf(entry)));
}

/** The entries of a file that is open in an editor, with the text and the options that they were read from. */
export interface OpenedEntries extends Pick<FileRecord, 'entries' | 'registry'> {
  lines: readonly string[];
  reading: ReadOptions;
  /** The parts of a file of many, or the value of one envelope with large arrays. As large as the text, so it is held weakly. */
  sequence?: WeakRef<PartSequence>;
}

/**
 * Reads a file that is open in an editor.
 *
 * @param before the file before an edit: of a log, a root array and large arrays, only what changed is read again
 */
export function readOpened(file: TextFile, reading: ReadOptions, before?: OpenedEntries): OpenedEntries {
  const { uri, lang, lines } = file;
  const isSameContext =
    before?.reading.families === reading.families && before.reading.association === reading.association;
  const known = isSameContext ? before : undefined;
  const made = { lines, reading };
  if (lang === 'jsonl') {
    const replaced = replacedLines(known?.lines ?? [], lines);
    const { start, end } = replaced;
    return { ...made, entries: withReplaced(known, replaced, readLines(lines.slice(start, end), start, reading)) };
  }
  const isRead = reading.association !== 'none';
  const kept = known?.sequence?.deref();
  const found = isRead ? runSteps(partSequence(file, kept, { parse: parseJsonBigInts })) : undefined;
  if (!found) return { ...made, ...readEntries(fileText(file), { lang, fileName: fileNameOf(uri) }, reading) };
  const { sequence, start, end } = found;
  const { json, parts } = sequence;
  const fresh: Entry[] = [];
  if (json && start < end) {
    const { value, fault } = json.parsed;
    const recognition = recognise(value, reading.families, reading.association);
    addDrafts(fresh, value, { recognition, part: 'root', families: reading.families, isSliced: fault !== undefined });
  } else for (const { id, text } of parts.slice(start, end)) addEntries(fresh, text, id, reading, jsonLanguageOf(file));
  return { ...made, sequence: new WeakRef(sequence), entries: withReplaced(kept && known, found, fresh) };
}

/** Replaces the entries of some parts of a file of many. Moves the ones below. */
function withReplaced(
  before: OpenedEntries | undefined,
  { start, endBefore, end }: ReplacedLines,
  fresh: readonly Entry[],
): Entry[] {
  if (!before) return [...fresh];
  const { entries } = before;
  const indexOf = (at: number) => partIndex((entries[at] as Entry).part);
  const head = partitionPoint(entries.length, at => indexOf(at) < start);
  const tail = partitionPoint(entries.length, at => indexOf(at) < endBefore);
  const below = entries.slice(tail);
  const moved = end - endBefore;
  if (moved === 0) return [...entries.slice(0, head), ...fresh, ...below];
  return [
    ...entries.slice(0, head),
    ...fresh,
    ...below.map((entry, at) => ({ ...entry, part: movedPart(entry.part, indexOf(tail + at) + moved) })),
  ];
}

/** Returns the index of a line or an element; 0 for a whole file. */
export function partIndex(part: string): number {
  return lineIndexOf(part) ?? (part === 'root' ? 0 : Number(part));
}

function movedPart(part: string, index: number): string {
  return lineIndexOf(part) === undefined ? String(index) : `line ${index + 1}`;
}

/**
 * Reads the steps of a registry's history from its analysis.
 *
 * @param registry what the index knows of the file; undefined if it is no registry
 */
export function readHistory(
  { parts }: Analysis,
  registry: FileRecord['registry'],
  families: readonly Family[],
): Entry[] {
  if (!registry) return [];
  return parts.flatMap(({ part, document }) => {
    if (!document || part.parent) return [];
    const kind = families.flatMap(family => family.documents).find(({ id }) => id === document.kind.id);
    const drafts = kind?.steps?.(document.content, registry) ?? [];
    return drafts.map((draft): Entry => {
      withOwnTexts(draft);
      return { ...entryOf(draft, part.id, true), history: true };
    });
  });
}

// Reads what is parsable of a broken text, so that its syntax error belongs to a step and is not lost.
function addEntries(entries: Entry[], text: string, part: string, reading: ReadOptions, lang: 'json' | 'jsonc'): void {
  // A text without an object is no envelope: most of these are blank lines.
  if (!text.includes('{')) {
    if (text.startsWith(ZERO)) reading.onLost?.(part, 'zeros');
    return;
  }
  const { families, association } = reading;
  let value: unknown;
  let fault: SyntaxFault | undefined;
  let isSliced = false;
  try {
    value = parseJsonBigInts(text);
  } catch {
    // Malformed JSON takes many times as long, and holds up all that is read after it.
    if (part === 'root' && association === undefined && text.length >= LARGE_TEXT && !hasEnvelopeWords(text, families))
      return;
    ({ value, fault } = parseJson(withoutZeros(text), lang));
    isSliced = true;
    if (lang === 'json' && reading.onLost && hasSecondObject(text)) reading.onLost(part, 'second');
  }
  let recognition = recognise(value, families, association);
  if (!recognition) ({ value, recognition } = recognisePythonLiteral(text, fault, families, association) ?? { value });
  if (!recognition && !fault && reading.onUnknown && isObject(value)) reading.onUnknown(recordType(value));
  addDrafts(entries, value, { recognition, part, families, isSliced });
}

/** The type that a record names, as a short word. */
function recordType({ type, kind, event }: Record<string, unknown>): string {
  const word = [type, kind, event].find(one => typeof one === 'string' && TYPE.test(one));
  return typeof word === 'string' ? word : t`without a type`;
}

const TYPE = /^[\w./:-]{1,60}$/;

/** Counts the types of records that no reader knows. */
export function unknownTypes(before: Readonly<Record<string, number>> = {}) {
  const counts = new Map(Object.entries(before));
  return {
    add(type: string, count = 1): void {
      const word = counts.has(type) || counts.size < MOST_TYPES ? type : 'other';
      counts.set(word, (counts.get(word) ?? 0) + count);
    },
    isAny: () => counts.size > 0,
    counts: () => Object.fromEntries(counts),
  };
}

const MOST_TYPES = 30;

function addYamlEntries(entries: Entry[], text: string, { families, association }: ReadOptions): void {
  if (association === undefined && !hasEnvelopeWords(text, families)) return;
  for (const { id, text: own } of splitIntoParts(textFile('', 'yaml', text))) {
    const recognition = recognise(parseJsonOrYaml(own, 'yaml').value, families, association);
    if (recognition) addDrafts(entries, parseYamlBigInts(own), { recognition, part: id, families, isSliced: true });
  }
}

function addDrafts(
  entries: Entry[],
  value: unknown,
  {
    recognition,
    part,
    families,
    isSliced,
  }: { recognition: Recognition | undefined; part: string; families: readonly Family[]; isSliced: boolean },
): void {
  if (!isObject(value)) return;
  for (let one = recognition; one; one = one.other) {
    const { kind, sure } = one;
    for (const draft of familyOfKind(kind, families)?.steps?.(value, kind) ?? []) {
      if (isSliced) withOwnTexts(draft);
      entries.push(entryOf(draft, part, sure));
    }
  }
}

const ZERO = '\0';

// A crash may leave zero bytes in a line that a program completes later.
function withoutZeros(text: string): string {
  return text.includes(ZERO) ? text.replaceAll(ZERO, '') : text;
}

/** Returns whether another object follows the first one. */
function hasSecondObject(text: string): boolean {
  const start = text.indexOf('{');
  return start >= 0 && text.startsWith('{', skipWhitespace(text, endOfValue(text, start)));
}

function entryOf(draft: Draft, part: string, sure: boolean): Entry {
  const entry = withSharedTexts(draft as Entry, part);
  if (!sure) entry.maybe = true;
  return entry;
}

/** Sets the part of an entry, and makes the entry share equal texts with entries that were read before. */
export function withSharedTexts(entry: Entry, part: string): Entry {
  entry.part = part;
  const { run, agent, peer, about, effects } = entry;
  if (run !== undefined) entry.run = interned(run);
  if (agent !== undefined) entry.agent = interned(agent);
  if (peer !== undefined) entry.peer = interned(peer);
  if (about !== undefined) entry.about = interned(about);
  if (effects?.length === 1) entry.effects = shared(effects);
  return entry;
}

// Most steps of a log have one effect out of few different ones.
const effectLists = new Map<string, Effect[]>();

function shared(effects: Effect[]): Effect[] {
  const [one] = effects;
  if (one?.do !== 'handoff') return effects;
  const key = `${one.to}\0${one.text ?? ''}`;
  const known = effectLists.get(key);
  if (known) return known;
  if (effectLists.size >= MOST_TEXTS) effectLists.clear();
  effectLists.set(key, effects);
  return effects;
}

/** Copies long substrings of another text, which would otherwise keep the whole text in memory. */
function withOwnTexts(draft: Draft): void {
  const { kind } = draft;
  for (const held of [draft, ...(draft.effects ?? [])] as Record<string, unknown>[]) {
    for (const name in held) {
      const value = held[name];
      if (typeof value === 'string' && value.length > LONGEST_COPIED) held[name] = copyString(value);
    }
  }
  draft.kind = kind;
}

// The engine copies shorter substrings anyway.
const LONGEST_COPIED = 12;

// A log repeats the names of few agents and runs.
const texts = new Map<string, string>();
const MOST_TEXTS = 10_000;

function interned(text: string): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(text, text);
  return text;
}

/** Returns the state of a registry; undefined for any other text. */
export function registryIn(text: string, fileName: string, families: readonly Family[]): FileRecord['registry'] {
  for (const family of families) {
    for (const { glance } of family.documents) {
      const state = glance?.(text, fileName);
      if (state) return { ...state, family: family.id };
    }
  }
  return undefined;
}

/**
 * Returns a function from part id to JSON value; undefined for an unknown part. Values are large and few rules need them, so the text
 * (without a byte order mark) is read on the first request, and each part is parsed on request.
 */
export function partValues(uri: string, read: () => string | undefined): (part: Entry['part']) => unknown {
  let pieces: ((part: string) => string | undefined) | undefined;
  return part => {
    pieces ??= partTexts(uri, read() ?? '');
    const piece = pieces(part);
    return piece === undefined ? undefined : parseJsonOrYaml(piece, languageOf(uri) === 'yaml' ? 'yaml' : 'json').value;
  };
}

/** Returns a function from part id to text; undefined for an unknown part. */
export function partTexts(uri: string, text: string): (part: Entry['part']) => string | undefined {
  const lang = languageOf(uri) ?? 'json';
  if (lang === 'jsonl') {
    const { lines } = textFile(uri, lang, text);
    return part => lines[lineIndexOf(part) ?? -1];
  }
  if (lang === 'yaml') {
    const texts = new Map(splitIntoParts(textFile(uri, lang, text)).map(part => [part.id, part.text]));
    return part => texts.get(part);
  }
  const spans = rootObjects(text);
  return part => {
    const span = part === 'root' ? { start: 0, end: text.length } : spans[Number(part)];
    return span && text.slice(span.start, span.end);
  };
}
