import type { RegistryDocument, RegistryRow, RegistryTable, RegistryValue } from '../../../model/registryDocument';
import type { CheckedDocument, DocumentFinding, FoundFile } from '../../../model/rule';
import { type DocumentPath, documentAt, documentPath, isOnePath } from '../../../registry/documentPath';
import { trimmedSpan } from '../../../registry/values';
import { hasPlaceholder } from '../../../rules/isPlaceholder';
import { isElidedCell } from './isElidedCell';

/** A row of the document availability, and the file on disk that it points to; null if there is none. */
export interface DocumentRow {
  status: RegistryValue;
  /** What it points to: its path or the target of its link, else the name of the document. */
  path: string;
  found: FoundFile | null;
}

/** The rows that say whether a document is there, as far as the disk is known. */
export function documentRows({ registry, files }: CheckedDocument): DocumentRow[] {
  const tables = registry.sections
    .filter(({ definition }) => definition.id === 'document-availability')
    .flatMap(section => section.tables);
  return tables.flatMap(table =>
    table.rows.flatMap(row => {
      const status = cellOf(table, row, 'Status');
      const written = cellOf(table, row, 'Path')?.text || cellOf(table, row, 'Document')?.text || '';
      const given = documentPath(written);
      if (!status || row.values.length !== table.columns.length || !isLookedFor(given)) return [];
      const there = documentAt(given, files);
      if (there === undefined) return [];
      const { path, isLink } = given;
      const found = sameKind(path, there);
      // What the words around it may mean, only a reader knows.
      return found || isLink || isOnePath(path) ? [{ status, path, found }] : [];
    }),
  );
}

/** The finding whose fix corrects a status. */
export function statusFinding(
  { registry }: CheckedDocument,
  status: RegistryValue,
  to: string,
  message: string,
): DocumentFinding {
  const at = trimmedSpan(registry.markdown.text, status);
  return { at, message, fixes: [{ title: `Change to "${to}"`, do: 'replace', changes: [{ at, text: to }] }] };
}

/** The feature's folder, from the field that names it. */
export function featureOf({ sections }: RegistryDocument): string | undefined {
  const fields = sections.flatMap(section => section.fields);
  const text = fields.find(({ definition }) => definition?.format === 'feature-id')?.text;
  return text && !hasPlaceholder(text) ? text : undefined;
}

function cellOf({ columns }: RegistryTable, row: RegistryRow, name: string): RegistryValue | undefined {
  return row.values[columns.findIndex(({ definition }) => definition?.name === name)];
}

// What leads out of the workspace, or is no path, can't be looked up: nothing is said of it.
function isLookedFor({ path, isLink }: DocumentPath): boolean {
  if (path === '' || path.length > 500 || hasPlaceholder(path) || isElidedCell(path)) return false;
  if (!isLink && /(^|[\\/])\.\.([\\/]|$)/.test(path)) return false;
  return !/^([\\/~]|[a-z]+:)|[*?<>|\n]/i.test(path);
}

// A slash at the end asks for a folder, an ending such as `.md` for a file.
function sameKind(path: string, found: FoundFile | null): FoundFile | null {
  if (!found) return null;
  const isFolder = found.type === 'folder';
  return /[\\/]$/.test(path) === isFolder || !/[\\/]$|\.\w+$/.test(path) ? found : null;
}
