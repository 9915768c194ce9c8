import { URI, Utils } from 'vscode-uri';
import type { RegistryDocument } from '../model/registryDocument';
import type { Files } from '../model/rule';
import { type DocumentPath, documentAt, documentPath } from './documentPath';
import { rowCell } from './entries';
import { DEFINING_FILES, possiblyDefinedIds } from './idDefinitions';

/**
 * The ids that a feature's other documents define: requirements in its spec.md, items in its checklists, checks in its
 * check modules. Undefined if these documents are missing or not known yet.
 */
export function definedOutside(
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

// Undefined if any file is not known yet, since it may define the id.
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
        if (!document || documentName(documentPath(document.text)) !== name) continue;
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
