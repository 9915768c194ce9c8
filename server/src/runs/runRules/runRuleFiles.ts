import { associationOf, type Context } from '../../analysis/analyse';
import type { Family } from '../../model/family';
import { fileNameOf } from '../../text/decodeUri';
import { languageOf } from '../../text/fileLanguage';
import { textFile } from '../../text/lines';
import { type FileRecord, familyOf } from '../reading/fileRecord';
import { partValues, type ReadOptions, readEntries, readLines } from '../reading/readEntries';

/** The maximum number of files in a folder that are read to check an open file with run rules, which look at several envelopes of a workflow run. */
export const MAX_SIBLINGS = 100;
/** The maximum total size of a folder's files, in characters or bytes. */
export const MAX_TOTAL_SIZE = 8_000_000;
const MAX_ENTRIES = 20_000;

/** Returns whether a file's name qualifies the file for run rules together with its siblings. */
export function isRunRuleFile(uri: string): boolean {
  const lang = languageOf(uri);
  return lang === 'json' || lang === 'jsonl';
}

/** Returns whether checking the run rules of these files would take too long for a keystroke or a small step. */
export function exceedsRunRuleLimits(files: readonly Pick<FileRecord, 'entries' | 'size'>[]): boolean {
  if (files.length > MAX_SIBLINGS + 1) return true;
  const entries = files.reduce((sum, file) => sum + file.entries.length, 0);
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return fileExceedsRunRuleLimits({ entries, size });
}

/** Like `exceedsRunRuleLimits`, for a single file before its entries are read. */
export function fileExceedsRunRuleLimits({ entries, size }: { entries: number; size: number }): boolean {
  return entries > MAX_ENTRIES || size > MAX_TOTAL_SIZE;
}

/** A file that run rules check: its entries, and a function that reads its envelopes. */
export interface RunRuleFile {
  record: FileRecord;
  /** Returns the JSON value of a part, by part id; undefined if only the record is available. */
  valueIn(part: string): unknown;
}

interface CachedFile {
  text: string;
  /** The context of the last request. */
  context: Context;
  families: readonly Family[];
  association: ReadOptions['association'];
  file: RunRuleFile;
}

// The files read most recently, by URI; the oldest are dropped first.
const cache = new Map<string, CachedFile>();
let cachedSize = 0;
const MAX_CACHED = 3 * MAX_SIBLINGS;
const MAX_CACHED_SIZE = 2 * MAX_TOTAL_SIZE;

/** Reads the entries of these families from a text without a byte order mark. Returns the same object for the same text and context. */
export function readRunRuleFile(uri: string, text: string, context: Context, families: readonly Family[]): RunRuleFile {
  const known = cache.get(uri);
  // Hot path, called for each sibling of each file in a folder: nothing else may be examined first.
  if (known?.context === context && known.text === text) return known.file;
  const association = associationOf(uri, context);
  const isSame = known?.families === context.families && known.association === association;
  if (known && isSame && known.text === text) {
    known.context = context;
    return known.file;
  }
  const before = known && isSame && languageOf(uri) === 'jsonl' ? known : undefined;
  const record = readRecord(uri, text, { families: context.families, association }, before);
  const judged = new Set(families.map(({ id }) => id));
  const entries = record.entries.filter(entry => judged.has(familyOf(entry)));
  const file: RunRuleFile = { record: { ...record, entries }, valueIn: partValues(uri, () => text) };
  drop(uri);
  cache.set(uri, { text, context, families: context.families, association, file });
  cachedSize += text.length;
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED && cachedSize <= MAX_CACHED_SIZE) break;
    drop(oldest);
  }
  return file;
}

function drop(uri: string): void {
  cachedSize -= cache.get(uri)?.text.length ?? 0;
  cache.delete(uri);
}

function readRecord(uri: string, text: string, reading: ReadOptions, before: CachedFile | undefined): FileRecord {
  const facts = { uri, changedAt: 0, size: text.length };
  const found = languageOf(uri);
  const lang = found === 'jsonl' || found === 'yaml' ? found : 'json';
  if (lang !== 'jsonl') return { ...facts, ...readEntries(text, { lang, fileName: fileNameOf(uri) }, reading) };
  // Most logs only grow: entries of earlier lines stay valid.
  const grown = before?.text.endsWith('\n') && text.startsWith(before.text) ? before : undefined;
  const start = grown?.text.length ?? 0;
  const first = grown ? textFile(uri, lang, grown.text).lines.length - 1 : 0;
  const kept = grown?.file.record.entries ?? [];
  const { lines } = textFile(uri, lang, text.slice(start));
  return { ...facts, entries: [...kept, ...readLines(lines, first, reading)] };
}
