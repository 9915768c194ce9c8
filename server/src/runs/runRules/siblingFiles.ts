import { associationOf, type Context } from '../../analysis/analyse';
import { joined } from '../../analysis/paths';
import type { Disk, EntryType } from '../../model/disk';
import type { Family } from '../../model/family';
import { stripByteOrderMark } from '../../parts/stripByteOrderMark';
import { languageOf } from '../../text/language';
import { sourceFile } from '../../text/lines';
import { fileNameOf } from '../../text/uri/decodeUri';
import { stemOf } from '../assembly/folderRuns';
import { type FileRecord, familyOf } from '../index/fileRecord';
import { partValues } from '../reading/partValues';
import { type ReadContext, readEntries, readLines } from '../reading/readEntries';
import { isRunRuleFile, MAX_SIBLINGS, MAX_TOTAL_SIZE } from './runRuleLimits';
import type { RunRuleFile } from './runsToCheck';

export interface SiblingFiles {
  files: readonly RunRuleFile[];
  /** All that lie there are among them. */
  isWhole: boolean;
}

/** As many are read at once. Of more than are needed none is read. */
const AT_ONCE = 8;

/**
 * What the files beside one tell of runs, of these families. Undefined while the disk is still being read. Of many files
 * those of the same stem (`plan.request.json`, `plan.response.json`) are read first.
 */
export function siblingFiles(uri: string, context: Context, families: readonly Family[]): SiblingFiles | undefined {
  const { workspace } = context;
  if (!workspace) return NONE;
  const folder = uri.slice(0, uri.lastIndexOf('/'));
  const listed = workspace.disk.list(folder);
  if (listed === undefined) return undefined;
  if (listed === null) return NONE;
  const { uris, others } = besideIn(folder, listed, uri);
  const read = textsOf(uris, workspace.disk);
  if (!read) return undefined;
  const files = [...read].map(([file, text]) => readRunRuleFile(file, text, context, families));
  return { files, isWhole: files.length === others };
}

/** Those of the files of a folder that are read beside one, and how many others than it there are. */
function besideIn(folder: string, listed: Listing, uri: string): { uris: string[]; others: number } {
  const { files, byStem } = checkedFilesIn(folder, listed);
  const own = fileNameOf(uri);
  const sameStem = byStem.get(stemOf(own)) ?? [];
  const chosen: CheckedFile[] = [];
  for (const file of sameStem) {
    if (chosen.length === MAX_SIBLINGS) break;
    if (file.name !== own) chosen.push(file);
  }
  const first = new Set(sameStem);
  for (const file of files) {
    if (chosen.length === MAX_SIBLINGS) break;
    if (file.name !== own && !first.has(file)) chosen.push(file);
  }
  const isListed = sameStem.some(({ name }) => name === own);
  return { uris: chosen.map(uriIn(folder)), others: files.length - (isListed ? 1 : 0) };
}

function uriIn(folder: string): (file: CheckedFile) => string {
  return file => {
    file.uri ??= joined(folder, [file.name]);
    return file.uri;
  };
}

type Listing = ReadonlyMap<string, EntryType>;

interface CheckedFile {
  name: string;
  /** Once it was asked for. */
  uri?: string;
}

interface CheckedFiles {
  folder: string;
  /** By name. */
  files: readonly CheckedFile[];
  byStem: ReadonlyMap<string, readonly CheckedFile[]>;
}

// Asked for each file of a folder, of which there may be ten thousand.
const listings = new WeakMap<Listing, CheckedFiles>();

function checkedFilesIn(folder: string, listed: Listing): CheckedFiles {
  const known = listings.get(listed);
  if (known?.folder === folder) return known;
  const names = [...listed].flatMap(([name, type]) => (type === 'file' && isRunRuleFile(name) ? [name] : []));
  const files = names.sort().map((name): CheckedFile => ({ name }));
  const byStem = new Map<string, CheckedFile[]>();
  for (const file of files) {
    const stem = stemOf(file.name);
    const same = byStem.get(stem);
    if (same) same.push(file);
    else byStem.set(stem, [file]);
  }
  const made = { folder, files, byStem };
  listings.set(listed, made);
  return made;
}

const NONE: SiblingFiles = { files: [], isWhole: true };

// Some are asked for at a time, and none after those that are all that may be: they would be kept.
function textsOf(uris: readonly string[], disk: Disk): Map<string, string> | undefined {
  const read = new Map<string, string>();
  let size = 0;
  let waiting = 0;
  for (const uri of uris) {
    const text = disk.text(uri);
    if (text === undefined && ++waiting === AT_ONCE) break;
    if (typeof text !== 'string') continue;
    size += text.length;
    if (size > MAX_TOTAL_SIZE) break;
    read.set(uri, stripByteOrderMark(text).text);
  }
  return waiting > 0 ? undefined : read;
}

interface Remembered {
  text: string;
  /** That it was asked for under last. */
  context: Context;
  families: readonly Family[];
  association: ReadContext['association'];
  told: RunRuleFile;
}

// What was read of the files that were beside one last, by their URIs; the oldest go first.
const remembered = new Map<string, Remembered>();
let rememberedSize = 0;
const MOST_REMEMBERED = 3 * MAX_SIBLINGS;
const LARGEST_REMEMBERED = 2 * MAX_TOTAL_SIZE;

/** What a file tells of runs of these families. The last ones are remembered. @param text without a byte order mark */
export function readRunRuleFile(uri: string, text: string, context: Context, families: readonly Family[]): RunRuleFile {
  const known = remembered.get(uri);
  // Asked for each file of a folder of each of those beside it: nothing else may be looked at before.
  if (known?.context === context && known.text === text) return known.told;
  const association = associationOf(uri, context);
  const isSame = known?.families === context.families && known.association === association;
  if (known && isSame && known.text === text) {
    known.context = context;
    return known.told;
  }
  const before = known && isSame && languageOf(uri) === 'jsonl' ? known : undefined;
  const told = readFile(uri, text, { families: context.families, association }, before);
  const judged = new Set(families.map(({ id }) => id));
  const entries = told.entries.filter(entry => judged.has(familyOf(entry)));
  const file: RunRuleFile = { record: { ...told, entries }, valueIn: partValues(uri, () => text) };
  forget(uri);
  remembered.set(uri, { text, context, families: context.families, association, told: file });
  rememberedSize += text.length;
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MOST_REMEMBERED && rememberedSize <= LARGEST_REMEMBERED) break;
    forget(oldest);
  }
  return file;
}

function forget(uri: string): void {
  rememberedSize -= remembered.get(uri)?.text.length ?? 0;
  remembered.delete(uri);
}

function readFile(uri: string, text: string, reading: ReadContext, before: Remembered | undefined): FileRecord {
  const facts = { uri, changedAt: 0, size: text.length };
  const lang = languageOf(uri) === 'jsonl' ? 'jsonl' : 'json';
  if (lang === 'json') return { ...facts, ...readEntries(text, { lang, fileName: fileNameOf(uri) }, reading) };
  // Most logs only grow: what was read of their whole lines stands.
  const grown = before?.text.endsWith('\n') && text.startsWith(before.text) ? before : undefined;
  const start = grown?.text.length ?? 0;
  const first = grown ? sourceFile(uri, lang, grown.text).lines.length - 1 : 0;
  const kept = grown?.told.record.entries ?? [];
  const { lines } = sourceFile(uri, lang, text.slice(start));
  return { ...facts, entries: [...kept, ...readLines(lines, first, reading)] };
}
