import type { RegistryDocument, RegistryRow, RegistryTable, RegistryValue } from '../../../model/registry';
import type { CheckedDocument, DocumentFinding, FoundFile } from '../../../model/rule';
import {
  type DocumentPath,
  documentAt,
  documentFileName,
  documentPath,
  isOnePath,
} from '../../../registry/idsDefinedElsewhere';
import { trimmedSpan } from '../../../registry/registryCells';
import { hasPlaceholder } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { isElidedCell } from './defineRegistryRule';

/**
 * A row in the table of documents in a state registry (`index.md`), with the file that it lists. The row's status says whether the document
 * exists; `found` is the file on disk.
 */
export interface DocumentRow {
  status: RegistryValue;
  /** The path, the target of the link, or else the name of the document. */
  path: string;
  found: FoundFile | null;
}

/**
 * Returns the rows of a registry's table of documents, each with the file on disk that the row is about. Leaves out rows whose file has not
 * been looked up on disk yet.
 */
export function documentTableRows({ registry, files }: CheckedDocument): DocumentRow[] {
  const tables = registry.sections
    .filter(({ definition }) => definition.id === 'document-availability')
    .flatMap(section => section.tables);
  return tables.flatMap(table =>
    table.rows.flatMap(row => {
      const status = cellOf(table, row, 'Status');
      const written = cellOf(table, row, 'Path')?.text;
      const given = documentPath(written || cellOf(table, row, 'Document')?.text || '');
      if (!status || row.values.length !== table.columns.length || !isLookedFor(given)) return [];
      const { path, isLink } = given;
      const fileName = written || isLink ? path : documentFileName(path);
      const own = documentAt(given, files);
      const there = own || fileName === path ? own : files.find(fileName);
      if (there === undefined) return [];
      const found = sameKind(path, there);
      // Surrounding words can't be interpreted.
      return found || isLink || (isOnePath(path) && fileName === path) ? [{ status, path, found }] : [];
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
  return { at, message, fixes: [{ title: t`Change to "${to}"`, do: 'replace', changes: [{ at, text: to }] }] };
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

// Paths out of the workspace, and other texts, can't be looked up and are not reported.
function isLookedFor({ path, isLink }: DocumentPath): boolean {
  if (path === '' || path.length > 500 || hasPlaceholder(path) || isElidedCell(path)) return false;
  if (!isLink && /(^|[\\/])\.\.([\\/]|$)/.test(path)) return false;
  return !/^([\\/~]|[a-z]+:)|[*?<>|\n]/i.test(path);
}

// A trailing slash means a folder, an extension such as `.md` a file.
function sameKind(path: string, found: FoundFile | null): FoundFile | null {
  if (!found) return null;
  const isFolder = found.type === 'folder';
  return /[\\/]$/.test(path) === isFolder || !/[\\/]$|\.\w+$/.test(path) ? found : null;
}
