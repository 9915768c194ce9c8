import type { Context } from '../../analysis/analyse';
import { joinPath } from '../../analysis/ruleFileAccess';
import type { Disk, EntryType } from '../../model/disk';
import type { Family } from '../../model/family';
import { stripByteOrderMark } from '../../parts/positions';
import { addToList } from '../../shared/arrays';
import { fileNameOf } from '../../text/decodeUri';
import { lruCache, memoizeByObject, memoizeLastByObject } from '../../text/memoize';
import { stemOf } from '../assembly/folderRuns';
import {
  exceedsRunRuleLimits,
  isRunRuleFile,
  MAX_SIBLINGS,
  MAX_TOTAL_SIZE,
  type RunRuleFile,
  readRunRuleFile,
} from './runRuleFiles';
import type { FindingsByFile } from './runRuleFindings';

/** The files of one folder that run rules check together, since a workflow run may be spread over them. */
export interface SiblingFiles {
  files: readonly RunRuleFile[];
  /** All files of the folder are included. */
  isWhole: boolean;
}

/** All files of a folder, within the limits of run rules: read and judged once for all of them. */
export interface SharedFolder extends SiblingFiles {
  /** In the order of their URIs. The file whose siblings they are is among them. */
  files: readonly RunRuleFile[];
  /** The texts that they were read from, by URI. */
  texts: ReadonlyMap<string, string>;
  /** Added by the first judgement. */
  findings?: FindingsByFile;
}

/** The number of files per batch: small, so that little is read beyond the limits. */
const READ_AT_ONCE = 8;

/**
 * Reads the siblings of a file: those in its folder that may hold envelopes of these families. Files of the same stem
 * (`plan.request.json`, `plan.response.json`) come first. Undefined while the disk is still being read.
 */
export function siblingFiles(uri: string, context: Context, families: readonly Family[]): SiblingFiles | undefined {
  const { workspace } = context;
  if (!workspace) return NONE;
  const folder = uri.slice(0, uri.lastIndexOf('/'));
  const listed = workspace.disk.list(folder);
  if (listed === undefined) return undefined;
  if (listed === null) return NONE;
  const { uris, others } = siblingUris(folder, listed, uri);
  const read = textsOf(uris, workspace.disk);
  if (!read) return undefined;
  const files = [...read].map(([file, text]) => readRunRuleFile(file, text, context, families));
  return { files, isWhole: files.length === others };
}

interface KnownFolder {
  listed: Listing;
  changes: number;
  /** Undefined for a folder whose files can't be judged together. */
  shared: SharedFolder | undefined;
}

/** The folders read most recently, by URI. */
const sharedFolders = memoizeByObject((_: Context) => lruCache<string, KnownFolder>({ max: 8 }));

/**
 * Reads the folder of a saved file, once for all of its files while the disk stays the same. Undefined if the disk doesn't count its changes
 * or is still being read, if the folder exceeds the limits or has a file that can't be read, or if the file isn't in it with this text.
 */
export function sharedFolder(
  { uri, savedText }: { uri: string; savedText: string },
  context: Context,
  families: readonly Family[],
): SharedFolder | undefined {
  const { disk } = context.workspace ?? {};
  const folder = uri.slice(0, uri.lastIndexOf('/'));
  const listed = disk?.list(folder);
  if (!disk?.changes || !listed) return undefined;
  const known = sharedFolders(context);
  let found = known.get(folder);
  if (found?.listed !== listed || found.changes !== disk.changes()) {
    const { files } = listedFiles(listed, folder);
    const uris = files.length > MAX_SIBLINGS + 1 ? [] : files.map(uriIn(folder));
    const texts = textsOf(uris, disk);
    if (!texts) return undefined;
    const read = [...texts].map(([file, text]) => readRunRuleFile(file, text, context, families));
    const isShared = read.length === files.length && !exceedsRunRuleLimits(read.map(({ record }) => record));
    const sorted = read.sort((one, two) => (one.record.uri < two.record.uri ? -1 : 1));
    found = { listed, changes: disk.changes(), shared: isShared ? { files: sorted, isWhole: true, texts } : undefined };
    known.set(folder, found);
  }
  return found.shared?.texts.get(uri) === savedText ? found.shared : undefined;
}

/** Returns the URIs of the siblings to read, and the number of all siblings. */
function siblingUris(folder: string, listed: Listing, uri: string): { uris: string[]; others: number } {
  const { files, byStem } = listedFiles(listed, folder);
  const own = fileNameOf(uri);
  const sameStem = byStem.get(stemOf(own)) ?? [];
  const chosen: ListedFile[] = [];
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

function uriIn(folder: string): (file: ListedFile) => string {
  return file => {
    file.uri ??= joinPath(folder, [file.name]);
    return file.uri;
  };
}

type Listing = ReadonlyMap<string, EntryType>;

interface ListedFile {
  name: string;
  /** The URI, cached at the first request. */
  uri?: string;
}

interface ListedFiles {
  /** The files by name. */
  files: readonly ListedFile[];
  byStem: ReadonlyMap<string, readonly ListedFile[]>;
}

// Hot path, called for each file of a folder, which may have ten thousand. Each file keeps its URI, which has the folder.
const listedFiles = memoizeLastByObject((listed: Listing, _folder: string): ListedFiles => {
  const names = [...listed].flatMap(([name, type]) => (type === 'file' && isRunRuleFile(name) ? [name] : []));
  const files = names.sort().map((name): ListedFile => ({ name }));
  const byStem = new Map<string, ListedFile[]>();
  for (const file of files) {
    const stem = stemOf(file.name);
    addToList(byStem, stem, file);
  }
  return { files, byStem };
});

const NONE: SiblingFiles = { files: [], isWhole: true };

// Requests a few texts at a time and none beyond the size limit, since the disk caches all requested texts.
function textsOf(uris: readonly string[], disk: Disk): Map<string, string> | undefined {
  const read = new Map<string, string>();
  let size = 0;
  let waiting = 0;
  for (const uri of uris) {
    const text = disk.text(uri);
    if (text === undefined && ++waiting === READ_AT_ONCE) break;
    if (typeof text !== 'string') continue;
    size += text.length;
    if (size > MAX_TOTAL_SIZE) break;
    read.set(uri, stripByteOrderMark(text).text);
  }
  return waiting > 0 ? undefined : read;
}
