import { associationOf, type Context } from '../analysis/analyse';
import { joined } from '../analysis/paths';
import type { Disk } from '../model/disk';
import type { Family } from '../model/family';
import { withoutMark } from '../parts/byteOrderMark';
import { fileNameOf } from '../text/decoded';
import { languageOf } from '../text/language';
import { sourceFile } from '../text/lines';
import { isCheckedFile, LARGEST_IN_ALL, MOST_BESIDE } from './checkedFiles';
import type { ToldFile } from './checkedRuns';
import { type FileRecord, familyOf } from './fileRecord';
import { stemOf } from './folderRuns';
import { partValues } from './partValues';
import { type Reading, readEntries, readLines } from './readEntries';

export interface Beside {
  files: readonly ToldFile[];
  /** All that lie there are among them. */
  isWhole: boolean;
}

/** As many are read at once. Of more than are needed none is read. */
const AT_ONCE = 8;

/**
 * What the files beside one tell of runs, of these families. Undefined while the disk is still being read. Of many files
 * those of the same stem (`plan.request.json`, `plan.response.json`) are read first.
 */
export function filesBeside(uri: string, context: Context, families: readonly Family[]): Beside | undefined {
  const { workspace } = context;
  if (!workspace) return NONE;
  const folder = uri.slice(0, uri.lastIndexOf('/'));
  const listed = workspace.disk.list(folder);
  if (listed === undefined) return undefined;
  const own = fileNameOf(uri);
  const stem = stemOf(own);
  const names = [...(listed ?? [])]
    .filter(([name, type]) => type === 'file' && name !== own && isCheckedFile(name))
    .map(([name]) => name)
    .sort(
      (one, two) => Number(stemOf(two) === stem) - Number(stemOf(one) === stem) || (one < two ? -1 : one > two ? 1 : 0),
    );
  const uris = names.slice(0, MOST_BESIDE).map(name => joined(folder, [name]));
  const read = textsOf(uris, workspace.disk);
  if (!read) return undefined;
  const files = [...read].map(([file, text]) => toldBy(file, text, context, families));
  return { files, isWhole: files.length === names.length };
}

const NONE: Beside = { files: [], isWhole: true };

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
    if (size > LARGEST_IN_ALL) break;
    read.set(uri, withoutMark(text).text);
  }
  return waiting > 0 ? undefined : read;
}

interface Remembered {
  text: string;
  families: readonly Family[];
  association: Reading['association'];
  told: ToldFile;
}

// What was read of the files that were beside one last, by their URIs; the oldest go first.
const remembered = new Map<string, Remembered>();
let rememberedSize = 0;
const MOST_REMEMBERED = 3 * MOST_BESIDE;
const LARGEST_REMEMBERED = 2 * LARGEST_IN_ALL;

function toldBy(uri: string, text: string, context: Context, families: readonly Family[]): ToldFile {
  const association = associationOf(uri, context);
  const known = remembered.get(uri);
  const isSame = known?.families === context.families && known.association === association;
  if (known && isSame && known.text === text) return known.told;
  const before = known && isSame && languageOf(uri) === 'jsonl' ? known : undefined;
  const told = readFile(uri, text, { families: context.families, association }, before);
  const judged = new Set(families.map(({ id }) => id));
  const entries = told.entries.filter(entry => judged.has(familyOf(entry)));
  const file: ToldFile = { record: { ...told, entries }, valueIn: partValues(uri, () => text) };
  forget(uri);
  remembered.set(uri, { text, families: context.families, association, told: file });
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

function readFile(uri: string, text: string, reading: Reading, before: Remembered | undefined): FileRecord {
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
