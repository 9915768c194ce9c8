import { kindsToName } from '../../families/familyOfKind';
import type { Family } from '../../model/family';
import type { Kind } from '../../model/kind';
import { described, isTextUpTo, optional } from '../../shared/validateShape';
import { languageOf } from '../../text/fileLanguage';
import { fileText } from '../../text/lines';
import { nearestWord } from '../../text/similarNames';
import { isName, type LocatedPath, type ToolContext, ToolError } from './toolContext';

/** The argument `path` of the tools that agents call. */
export const PATH = described(
  optional(isName),
  'A file or folder, absolute or relative to the first folder of the workspace. Without it, all folders.',
);
/** The maximum length of a text argument; longer texts have to be files. */
const LONGEST_TEXT = 200_000;
export const TEXT = described(optional(isTextUpTo(LONGEST_TEXT)), 'A text in place of a file.');
export const TEXT_NAME = described(
  optional(isName),
  'The name that "text" would have as a file; its ending tells the language. Default: message.json.',
);

/**
 * Reads the files at a path one after the other, sorted by name. Without a path, reads the files of all folders. Throws ToolError for a
 * path that may not be read.
 *
 * @param from the URI of the first file to read
 */
export function* readToolFiles(
  context: ToolContext,
  path: string | undefined,
  from: string | undefined,
): Generator<ReadFile> {
  const { access, folders } = context;
  const places: LocatedPath[] =
    path === undefined ? folders.map(uri => ({ uri, is: 'folder' })) : [locatedPath(context, path)];
  const seen = new Set<string>();
  let isBehind = from === undefined;
  for (const { uri, is } of places) {
    const files = is === 'file' ? [access.stat(uri) ?? { uri, fault: 'is gone.' }] : sortedFiles(access.find(uri));
    for (const file of files) {
      // A folder may contain another one.
      if (seen.has(file.uri)) continue;
      seen.add(file.uri);
      isBehind ||= file.uri === from;
      if (!isBehind || ('fault' in file && file.isNote)) continue;
      yield 'fault' in file ? file : readFile(context, file);
    }
  }
}

/** The text of a file, or the reason why it can't be read. */
export type ReadFile = { uri: string; text: string } | { uri: string; fault: string };

type Found = ReturnType<ToolContext['access']['find']> extends Iterable<infer F> ? F : never;

function sortedFiles(files: Iterable<Found>): Found[] {
  return [...files].sort((one, other) => (one.uri < other.uri ? -1 : 1));
}

/** Finds the file or folder at a path. Throws ToolError. */
export function locatedPath({ locate }: ToolContext, path: string): LocatedPath {
  const located = locate(path);
  if ('fault' in located) throw new ToolError(`${JSON.stringify(path)} ${located.fault}`);
  return located;
}

/** Reads a file of limited size: from the editor, or from disk. */
export function readFile({ access, opened }: ToolContext, { uri, size }: { uri: string; size: number }): ReadFile {
  const open = opened.get(uri);
  if (open) return { uri, text: fileText(open) };
  if (size > LARGEST) return { uri, fault: `is larger than ${LARGEST / MEGABYTE} MB; the command line checks it.` };
  const read = access.text(uri);
  return 'fault' in read ? { uri, fault: read.fault } : { uri, text: read.text };
}

const MEGABYTE = 1024 * 1024;
/** In bytes: a check of such a file takes some seconds. */
const LARGEST = 16 * MEGABYTE;

/** Treats a text argument as a file of the first folder. Throws ToolError for an invalid file name. */
export function textToRead(
  { folders }: ToolContext,
  text: string,
  name = 'message.json',
): { uri: string; text: string } {
  const steps = name.split(/[\\/]/);
  if (steps.some(step => step === '' || step === '..' || step === '.') || !languageOf(name)) {
    throw new ToolError(`"${name}" can't be the name of the text; give one such as message.json or log.jsonl.`);
  }
  return { uri: `${folders[0] ?? 'file:///'}/${steps.map(encodeURIComponent).join('/')}`, text };
}

/** Finds a kind by its id. Throws ToolError. */
export function kindNamed(id: string, families: readonly Family[]): Kind {
  const kinds = kindsToName(id, families);
  const kind = kinds.find(one => one.id === id);
  if (kind) return kind;
  const ids = kinds.filter(({ readOnly }) => !readOnly).map(one => one.id);
  const meant = nearestWord(id, ids);
  throw new ToolError(
    `There is no kind "${id}"; ${meant === undefined ? `the kinds are ${ids.slice(0, MOST_KINDS).join(', ')}.` : `did you mean "${meant}"?`}`,
  );
}

const MOST_KINDS = 40;
