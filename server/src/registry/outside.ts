import { URI, Utils } from 'vscode-uri';
import type { PatternedKind } from '../model/registry';
import type { RegistryDocument } from '../model/registryDocument';
import type { Files } from '../model/rule';
import { type DocumentPath, documentAt, documentPath } from './documentPath';
import { rowCell } from './entries';
import { canonicalId, idsIn } from './ids';

/**
 * The ids that the other documents of a feature define: requirements in its spec.md, items in its checklists, checks in
 * modules of checks. Undefined where these documents are not there, or not known yet: then nothing can be said.
 */
export function definedOutside(
  registry: RegistryDocument,
  kind: 'requirement' | 'checklist' | 'check',
  files: Files,
): ReadonlySet<string> | undefined {
  const texts = kind === 'requirement' ? textOf(registry, files) : textsIn(registry, FOLDERS[kind], files);
  const ids = texts?.flatMap(text => definedIn(text, kind)) ?? [];
  return ids.length > 0 ? new Set(ids) : undefined;
}

const FOLDERS = { checklist: 'checklists', check: 'check-modules' } as const;

function textOf(registry: RegistryDocument, files: Files): string[] | undefined {
  const found = placeOf(registry, 'spec.md', files);
  const text = found?.type === 'file' ? files.text(found.uri) : undefined;
  return text ? [text] : undefined;
}

// One that is not known yet may define what is asked for.
function textsIn(registry: RegistryDocument, folder: string, files: Files): string[] | undefined {
  const found = placeOf(registry, folder, files);
  const entries = found?.type === 'folder' ? files.list(found.uri) : undefined;
  if (!found || !entries) return undefined;
  const names = [...entries].filter(([name, type]) => type === 'file' && name.endsWith('.md')).map(([name]) => name);
  const texts = names.map(name => files.text(Utils.joinPath(URI.parse(found.uri), name).toString()));
  return texts.every(text => typeof text === 'string') ? (texts as string[]) : undefined;
}

// The registry's own word on where a document is goes before a search for its name, which may find another feature's.
function placeOf(registry: RegistryDocument, name: string, files: Files) {
  for (const { definition, tables } of registry.sections) {
    if (definition.id !== 'document-availability') continue;
    for (const table of tables) {
      for (const row of table.rows) {
        const document = rowCell({ table, row }, column => column.name === 'Document');
        const path = rowCell({ table, row }, column => column.name === 'Path');
        if (!document || nameOf(documentPath(document.text)) !== name) continue;
        const given = documentPath(path?.text || document.text);
        if (path?.text || given.isLink) return documentAt(given, files);
      }
    }
  }
  return files.find(name);
}

function nameOf({ path, isLink }: DocumentPath): string {
  const whole = path.replace(/\/$/, '');
  return isLink ? whole.slice(whole.lastIndexOf('/') + 1) : whole;
}

/**
 * The ids that are the first word of a line of a Markdown text: of items, rows and paragraphs. A heading may hold them
 * anywhere. That is more than navigation finds, which looks for the one best place: what may be a definition is not missing.
 */
export function definedIn(text: string, kind: PatternedKind): string[] {
  return text.split('\n').flatMap(line => {
    const isHeading = /^ {0,3}#/.test(line);
    const begin = /^(?:\[[xX]\]|\d{1,9}[.)]\s|[^\p{L}\p{N}])*/u.exec(line)?.[0].length ?? 0;
    const ids = idsIn(line).filter(one => one.kind === kind);
    return ids.filter(({ start }) => isHeading || start === begin).map(({ id }) => canonicalId(id));
  });
}
