import type { Workspace } from '../model/disk';
import type { PathOnDisk } from '../model/rule';
import { hasLoneSurrogate } from '../text/hasLoneSurrogate';
import { memoizeByObject } from '../text/memoize';
import { decodeUri } from '../text/uri/decodeUri';
import { foldFileName } from '../text/uri/foldFileName';
import { basesOf, joinPath } from './paths';

/**
 * Finds obstacles on the way of a path to be written: a link that redirects it, or a file or folder whose name differs
 * from the path's only in case or Unicode composition. Looks from each folder that the path may be relative to. Links
 * are read, never followed: their target may be on another machine. Undefined while the disk is still being read.
 */
export function pathOnDisk(path: string, from: string, { folders, disk }: Workspace): PathOnDisk | undefined {
  if (path.length > LONGEST || hasLoneSurrogate(path) || path.includes('\0')) return {};
  const raw = path.split(/[\\/]/).filter(step => step !== '' && step !== '.');
  const found: WalkResult[] = [];
  for (const base of basesOf(from, folders)) {
    const root = folders.find(folder => base === folder || base.startsWith(`${folder}/`)) ?? base;
    // Some programs resolve `..` before they look at the disk, others follow each segment.
    for (const steps of raw.includes('..') ? [raw, withoutClimbing(raw)] : [raw]) {
      const one = walkPath({ root, base: decodedSteps(base.slice(root.length)), steps }, disk);
      if (one === undefined) return undefined;
      // From this folder the whole path exists, with this exact name and through no link.
      if (one.isThere && !one.link) found.unshift(one);
      else found.push(one);
    }
  }
  const link = found.find(one => one.link)?.link;
  const twin = found[0]?.isThere ? undefined : found.find(one => one.twin)?.twin;
  return { ...(link && { link }), ...(twin !== undefined && { twin }) };
}

const LONGEST = 1000;
const MOST_LINKS = 40;

type Disk = Workspace['disk'];
type WalkResult = PathOnDisk & { isThere?: true };

interface PathToWalk {
  /** The URI of the workspace folder, and below it the folder that the path is relative to. */
  root: string;
  base: readonly string[];
  steps: readonly string[];
}

function walkPath(way: PathToWalk, disk: Disk): WalkResult | undefined {
  const at = [...way.base];
  const steps = [...way.steps];
  let link: PathOnDisk['link'];
  let links = 0;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (step === '' || step === '.') continue;
    if (step === '..') {
      // A path that climbs out by itself is another rule's concern; through a link it leads out.
      if (at.length <= (link ? 0 : way.base.length)) return link ? { link: { at: link.at } } : {};
      at.pop();
      continue;
    }
    const folder = joinPath(way.root, at);
    const entries = disk.list(folder);
    if (entries === undefined) return undefined;
    const type = entries?.get(step);
    if (type === undefined) {
      const rest = withoutClimbing([...at, step, ...steps]);
      if (link) return { link: { at: link.at, real: rest.join('/') } };
      const twin = entries ? twinIn(entries, step) : undefined;
      return twin === undefined ? {} : { twin: [...at, twin, ...steps].join('/') };
    }
    const target = type === 'file' && disk.link ? disk.link(joinPath(folder, [step])) : null;
    if (target === undefined) return undefined;
    if (target === null) {
      at.push(step);
      continue;
    }
    link ??= { at: [...at, step].join('/') };
    const inside = ++links > MOST_LINKS ? undefined : relativeTo(way.root, target);
    if (inside === undefined) return { link: { at: link.at } };
    if (inside.isFromRoot) at.length = 0;
    steps.unshift(...inside.steps);
  }
  return { isThere: true, ...(link && { link: { at: link.at, real: at.join('/') } }) };
}

// An absolute target leads elsewhere, unless it begins with the folder's own spelling.
function relativeTo(folder: string, target: string): { isFromRoot: boolean; steps: string[] } | undefined {
  if (!/^([\\/]|[a-z]:)/i.test(target)) return { isFromRoot: false, steps: target.split(/[\\/]/) };
  const root = decodeUri(folder.replace(/^file:\/\//, '')).replace(/^\/(?=[a-z]:)/i, '');
  const path = target.replaceAll('\\', '/');
  return path.startsWith(`${root}/`) ? { isFromRoot: true, steps: path.slice(root.length + 1).split('/') } : undefined;
}

function withoutClimbing(path: readonly string[]): string[] {
  const steps: string[] = [];
  for (const step of path) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps;
}

function decodedSteps(path: string): string[] {
  return path.split('/').filter(Boolean).map(decodeUri);
}

function twinIn(entries: ReadonlyMap<string, unknown>, wanted: string): string | undefined {
  return foldedNames(entries).get(foldFileName(wanted));
}

// Many files may be written to a large folder.
const foldedNames = memoizeByObject(
  (entries: ReadonlyMap<string, unknown>) => new Map([...entries.keys()].map(name => [foldFileName(name), name])),
);
