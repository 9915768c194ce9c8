import { URI, Utils } from 'vscode-uri';
import type { RegistryDocument } from '../model/registry';
import type { Files, FoundFile } from '../model/rule';
import { DEFINING_FILES, possiblyDefinedIds } from './registryIds';
import { rowCell } from './registryRows';

/**
 * Returns the ids of a kind, such as requirements, that documents in a state registry's folder define: requirements in `spec.md`, items in
 * checklists, checks in check modules. Undefined if the documents define none, are missing, or are not known yet.
 */
export function idsDefinedElsewhere(
  registry: RegistryDocument,
  kind: 'requirement' | 'checklist' | 'check',
  files: Files,
): ReadonlySet<string> | undefined {
  const texts =
    kind === 'requirement' ? specificationTexts(registry, files) : folderTexts(registry, DEFINING_FILES[kind], files);
  const ids = texts?.flatMap(text => possiblyDefinedIds(text, kind)) ?? [];
  return ids.length > 0 ? new Set(ids) : undefined;
}

function specificationTexts(registry: RegistryDocument, files: Files): string[] | undefined {
  const found = findDocument(registry, DEFINING_FILES.requirement, files);
  const text = found?.type === 'file' ? files.text(found.uri) : undefined;
  return text ? [text] : undefined;
}

// Undefined if any file is not known yet: that file may define the id.
function folderTexts(registry: RegistryDocument, folder: string, files: Files): string[] | undefined {
  const found = findDocument(registry, folder, files);
  const entries = found?.type === 'folder' ? files.list(found.uri) : undefined;
  if (!found || !entries) return undefined;
  const names = [...entries].filter(([name, type]) => type === 'file' && name.endsWith('.md')).map(([name]) => name);
  const texts = names.map(name => files.text(Utils.joinPath(URI.parse(found.uri), name).toString()));
  return texts.every(text => typeof text === 'string') ? (texts as string[]) : undefined;
}

// The path in the registry takes precedence over a search by name, which may find another feature's document.
function findDocument(registry: RegistryDocument, name: string, files: Files) {
  for (const { definition, tables } of registry.sections) {
    if (definition.id !== 'document-availability') continue;
    for (const table of tables) {
      for (const row of table.rows) {
        const document = rowCell({ table, row }, column => column.name === 'Document');
        const path = rowCell({ table, row }, column => column.name === 'Path');
        const named = document && documentName(documentPath(document.text));
        if (!named || (named !== name && documentFileName(named) !== name)) continue;
        const location = documentPath(path?.text || document.text);
        if (path?.text || location.isLink) return documentAt(location, files);
      }
    }
  }
  return files.find(name);
}

function documentName({ path, isLink }: DocumentPath): string {
  const whole = path.replace(/\/$/, '');
  return isLink ? whole.slice(whole.lastIndexOf('/') + 1) : whole;
}

/** Returns the name of the file that a document's name means: `data-model.md` for `Data Model`. */
export function documentFileName(name: string): string {
  return /[./\\]/.test(name) ? name : `${name.toLowerCase().replace(/\s+/g, '-')}.md`;
}

/** A document's path in a cell. */
export interface DocumentPath {
  /** The path as written; the target of a Markdown link. */
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
 * Finds the file at a document path, from any folder above the registry; for a link, first from the registry's own folder.
 * Null if there is no file, undefined if that is not known yet.
 */
export function documentAt({ path, isLink }: DocumentPath, files: Files): FoundFile | null | undefined {
  const linked = isLink ? files.linked(path) : null;
  return linked === null ? files.find(path) : linked;
}

/** Returns whether a text is a single path, without further paths or remarks. */
export function isOnePath(text: string): boolean {
  return text !== '' && !/[\s,;()[\]`*?<>|]|^#/.test(text);
}
