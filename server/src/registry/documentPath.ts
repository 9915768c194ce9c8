import type { Files, FoundFile } from '../model/rule';

/** A document's path in a cell. */
export interface DocumentPath {
  /** As written; for a Markdown link, the target. */
  path: string;
  isLink: boolean;
}

// [spec](../spec.md), [`spec.md`](<../my spec.md> "The specification"): the label may be anything.
const LINK =
  /^\[(?:[^[\]\\]|\\.)*\]\(\s*(?:<([^<>\n]*)>|([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)$/;

/** Parses a cell that is a single path or link. Drops a link's fragment. */
export function documentPath(text: string): DocumentPath {
  const link = text.length <= MAX_LENGTH ? LINK.exec(text) : null;
  if (!link) return { path: text, isLink: false };
  const [target = ''] = (link[1] ?? link[2] ?? '').split(/[?#]/);
  return { path: decodeTarget(target), isLink: true };
}

const MAX_LENGTH = 1000;

function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/**
 * Resolves a document path: a link first from the registry's own folder, otherwise from any folder above it.
 */
export function documentAt({ path, isLink }: DocumentPath, files: Files): FoundFile | null | undefined {
  const linked = isLink ? files.linked(path) : null;
  return linked === null ? files.find(path) : linked;
}

/** Returns whether a text is a single path, without further paths or remarks. */
export function isOnePath(text: string): boolean {
  return text !== '' && !/[\s,;()[\]`*?<>|]|^#/.test(text);
}
