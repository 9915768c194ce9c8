import { type Dirent, readdirSync } from 'node:fs';
import { basename, extname, join, sep } from 'node:path';
import type { CheckedFile } from '../../model/report';
import { languageOf } from '../../text/language';
import { toFileUri } from '../fileUri';
import { resolveNamedPath } from '../links/namedPath';
import { isLinkOut, isLinkToOutsideFolder, skippedLinksNote } from '../links/outsideLinks';
import { MAX_LOG_BYTES, readFault, readText } from '../read/readText';

/** A file that was read, or one line that says why it was not and how to go on (without the path). */
export type WalkedFile = CheckedFile | UnreadPath;

interface UnreadPath {
  path: string;
  fault: string;
  /** It was passed over on purpose, and nothing is wrong. */
  isNote?: true;
}

interface WalkOptions {
  /** What relative paths are relative to; absolute. */
  cwd: string;
  /** In lower case, with their dot: the files that are understood. */
  endings: readonly string[];
  /** Whether what is met in a folder that was named (all absolute) is passed over. */
  isExcluded?(path: string, is: 'file' | 'folder', named: string): boolean;
  /** Which of the files are to be read, by their absolute paths, as they are named and without links; without it all. */
  isWanted?(absolute: string, real: string): boolean;
}

/**
 * The files that paths name, each read when its turn comes and yielded once, under the first name it is met by. A folder
 * stands for all files in it that are understood: its own first, then those of its folders, by name. Links in it are not
 * followed: what they lead to in the folder is met where it lies, and what lies elsewhere was named by nobody; the first of those
 * that lead out is yielded as a note. A link that is named itself is followed as `namedPath` says. Never throws: what can't be read is yielded with its fault, and the walk goes on.
 */
export function* walkPaths(paths: readonly string[], options: WalkOptions): Generator<WalkedFile> {
  const seen = new Set<string>();
  for (const path of paths) yield* walkArgument(path, options, seen);
}

function* walkArgument(path: string, options: WalkOptions, seen: Set<string>): Generator<WalkedFile> {
  if (path === '') return yield { path: '""', fault: 'names nothing; give a file, a folder, or "." for this folder.' };
  const named = resolveNamedPath(path, options);
  if ('fault' in named) return yield { path, fault: named.fault };
  const { absolute, real, stats } = named;
  if (stats.isDirectory()) yield* walkFolder({ path, absolute, real }, options, seen);
  else if (!stats.isFile()) yield { path, fault: 'is neither a file nor a folder; name one of these.' };
  else if (!understood(path, options)) yield { path, fault: unknownEnding(path, options) };
  else yield* readOnce({ path, absolute, real }, options, seen);
}

/** A file or folder: as it is shown, as it is named, and without links, by which it is opened and known again. */
interface Place {
  path: string;
  absolute: string;
  real: string;
}

function* walkFolder(top: Place, options: WalkOptions, seen: Set<string>): Generator<WalkedFile> {
  // Named on purpose, or inside what was named on purpose: then its like below it isn't skipped either.
  const segments = top.absolute.split(sep);
  const skipped = ['node_modules', '.git'].filter(name => !segments.includes(name));

  const linksOut = { first: '', count: 0 };
  const pending = [top];
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    if (seen.has(folder.real)) continue;
    seen.add(folder.real);
    let entries: Dirent[];
    try {
      entries = readdirSync(folder.real, { withFileTypes: true });
    } catch (error) {
      yield { path: folder.path, fault: readFault(error) };
      continue;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const folders: Place[] = [];
    for (const entry of entries) {
      const place = {
        path: join(folder.path, entry.name),
        absolute: join(folder.absolute, entry.name),
        real: join(folder.real, entry.name),
      };
      const is = entry.isDirectory() ? 'folder' : 'file';
      if (skipped.includes(entry.name) || options.isExcluded?.(place.absolute, is, top.absolute)) continue;
      if (is === 'folder') folders.push(place);
      else if (entry.isFile() && understood(entry.name, options)) yield* readOnce(place, options, seen);
      else if (entry.isSymbolicLink() && isMissed(place.real)) {
        if (linksOut.count === 0) linksOut.first = place.path;
        linksOut.count++;
      }
    }
    pending.push(...folders.reverse());
  }
  if (linksOut.count > 0) yield { path: linksOut.first, fault: skippedLinksNote(linksOut.count - 1), isNote: true };

  /** Whether somebody may have meant what a link leads to. */
  function isMissed(link: string): boolean {
    return understood(link, options) ? isLinkOut(link, top.real) : isLinkToOutsideFolder(link, top.real);
  }
}

function* readOnce(
  { path, absolute, real }: Place,
  { isWanted }: WalkOptions,
  seen: Set<string>,
): Generator<WalkedFile> {
  if (seen.has(real)) return;
  seen.add(real);
  if (isWanted && !isWanted(absolute, real)) return;
  const read = languageOf(real) === 'jsonl' ? readText(real, MAX_LOG_BYTES) : readText(real);
  yield 'fault' in read ? { path, fault: read.fault } : { path, uri: toFileUri(absolute), text: read.text };
}

function understood(path: string, { endings }: WalkOptions): boolean {
  return endings.includes(extname(path).toLowerCase());
}

function unknownEnding(path: string, { endings }: WalkOptions): string {
  const ending = extname(path) || basename(path);
  return `"${ending}" is no ending that is understood; these are: ${endings.join(' ')} (or pipe it into "-").`;
}
