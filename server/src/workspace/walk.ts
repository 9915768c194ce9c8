import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, extname, join, resolve, sep } from 'node:path';
import type { CheckedFile } from '../model/report';
import { uriOf } from './fileUri';
import { followLink } from './followLink';
import { faultOf, readText } from './readText';

/** A file that was read, or one line that says why it was not and how to go on (without the path). */
export type Walked = CheckedFile | { path: string; fault: string };

interface WalkOptions {
  /** What relative paths are relative to; absolute. */
  cwd: string;
  /** In lower case, with their dot: the files that are understood. */
  endings: readonly string[];
  /** Whether what is met in a folder that was named (all absolute) is passed over. */
  passesOver?(path: string, is: 'file' | 'folder', named: string): boolean;
  /** Which of the files are to be read, by their absolute paths, as they are named and without links; without it all. */
  takes?(absolute: string, real: string): boolean;
}

/**
 * The files that paths name, each read when its turn comes and yielded once, under the first name it is met by. A folder
 * stands for all files in it that are understood: its own first, then those of its folders, by name. Links are followed.
 * Never throws: what can't be read is yielded with its fault, and the walk goes on.
 */
export function* walk(paths: readonly string[], options: WalkOptions): Generator<Walked> {
  const seen = new Set<string>();
  for (const path of paths) yield* walkArgument(path, options, seen);
}

function* walkArgument(path: string, options: WalkOptions, seen: Set<string>): Generator<Walked> {
  if (path === '') return yield { path: '""', fault: 'names nothing; give a file, a folder, or "." for this folder.' };
  const absolute = resolve(options.cwd, path);
  let stats: Stats;
  let real: string;
  try {
    stats = statSync(absolute);
    real = realpathSync.native(absolute);
  } catch (error) {
    return yield { path, fault: faultOf(error) };
  }
  if (stats.isDirectory()) yield* walkFolder({ path, absolute, real }, options, seen);
  else if (!stats.isFile()) yield { path, fault: 'is neither a file nor a folder; name one of these.' };
  else if (!understood(path, options)) yield { path, fault: unknownEnding(path, options) };
  else yield* readOnce({ path, absolute, real }, options, seen);
}

/** A file or folder: as it is shown, as it is opened, and without links, by which it is known again. */
interface Place {
  path: string;
  absolute: string;
  real: string;
}

function* walkFolder(top: Place, options: WalkOptions, seen: Set<string>): Generator<Walked> {
  // Named on purpose, or inside what was named on purpose: then its like below it isn't skipped either.
  const segments = top.absolute.split(sep);
  const skipped = ['node_modules', '.git'].filter(name => !segments.includes(name));

  const pending = [top];
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    if (seen.has(folder.real)) continue;
    seen.add(folder.real);
    let entries: Dirent[];
    try {
      entries = readdirSync(folder.absolute, { withFileTypes: true });
    } catch (error) {
      yield { path: folder.path, fault: faultOf(error) };
      continue;
    }
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const folders: Place[] = [];
    for (const entry of entries) {
      const met = meet(folder, entry);
      if (met && options.passesOver?.(met.absolute, met.is, top.absolute)) continue;
      const passed = skipped.includes(entry.name) || (met && skipped.includes(basename(met.real)));
      if (met?.is === 'folder' && !passed) folders.push(met);
      if (met?.is === 'file' && understood(entry.name, options)) yield* readOnce(met, options, seen);
    }
    pending.push(...folders.reverse());
  }
}

/** What an entry of a folder is; nothing for pipes and the like, for a link to nowhere, and for one that leads back up. */
function meet(folder: Place, entry: Dirent): (Place & { is: 'file' | 'folder' }) | undefined {
  const place = {
    path: join(folder.path, entry.name),
    absolute: join(folder.absolute, entry.name),
    real: join(folder.real, entry.name),
  };
  if (entry.isDirectory()) return { ...place, is: 'folder' };
  if (entry.isFile()) return { ...place, is: 'file' };
  const target = entry.isSymbolicLink() ? followLink(place.absolute, folder.real) : undefined;
  return target && { ...place, real: target.real, is: target.stats.isFile() ? 'file' : 'folder' };
}

function* readOnce({ path, absolute, real }: Place, { takes }: WalkOptions, seen: Set<string>): Generator<Walked> {
  if (seen.has(real)) return;
  seen.add(real);
  if (takes && !takes(absolute, real)) return;
  const read = readText(absolute);
  yield 'fault' in read ? { path, fault: read.fault } : { path, uri: uriOf(absolute), text: read.text };
}

function understood(path: string, { endings }: WalkOptions): boolean {
  return endings.includes(extname(path).toLowerCase());
}

function unknownEnding(path: string, { endings }: WalkOptions): string {
  const ending = extname(path) || basename(path);
  return `"${ending}" is no ending that is understood; these are: ${endings.join(' ')} (or pipe it into "-").`;
}
