import type { Files, FoundFile } from '../model/rule';

/** The path that a cell gives for a document. */
export interface DocumentPath {
  /** As it is written; of a Markdown link the target. */
  path: string;
  isLink: boolean;
}

// [spec](../spec.md), [`spec.md`](<../my spec.md> "The specification"): the label may be anything.
const LINK =
  /^\[(?:[^[\]\\]|\\.)*\]\(\s*(?:<([^<>\n]*)>|([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)$/;

/** The one path that a cell consists of, or the one link. What it leads to within a file is left out of a link's. */
export function documentPath(text: string): DocumentPath {
  const link = text.length <= LONGEST ? LINK.exec(text) : null;
  if (!link) return { path: text, isLink: false };
  const [target = ''] = (link[1] ?? link[2] ?? '').split(/[?#]/);
  return { path: decoded(target), isLink: true };
}

const LONGEST = 1000;

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/**
 * What such a path leads to: a link from the registry itself, where it does not from any folder above it, as all paths.
 */
export function documentAt({ path, isLink }: DocumentPath, files: Files): FoundFile | null | undefined {
  const linked = isLink ? files.linked(path) : null;
  return linked === null ? files.find(path) : linked;
}

/** Is a text one path, and nothing more: no list of several, and no remark behind it? */
export function isOnePath(text: string): boolean {
  return text !== '' && !/[\s,;()[\]`*?<>|]|^#/.test(text);
}
