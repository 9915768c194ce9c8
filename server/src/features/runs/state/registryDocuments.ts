import type { RegistryDocument, RegistryRow, RegistryTable } from '../../../model/registryDocument';
import { rowCell } from '../../../registry/entries';
import { hasPlaceholder } from '../../../rules/isPlaceholder';
import type { TreeNode } from '../../../shared/protocol';
import { documentIcon } from '../icons';
import type { FileAt } from '../tree/effectNode';
import { described, fact, plain, tooltip } from '../words';
import { rowNode, type ShownRegistry } from './rowNode';

/** The nodes of a registry's documents, with their status in the registry and on disk. */
export function documentNodes(registry: RegistryDocument, shown: ShownRegistry, fileAt?: FileAt): TreeNode[] {
  const tables = registry.sections
    .filter(({ definition }) => definition.id === 'document-availability')
    .flatMap(section => section.tables);
  const feature = featureOf(registry);
  return tables.flatMap(table => table.rows.flatMap(row => documentNode(table, row, { shown, fileAt, feature }) ?? []));
}

interface DocumentNodeContext {
  shown: ShownRegistry;
  fileAt: FileAt | undefined;
  feature: string | undefined;
}

function documentNode(
  table: RegistryTable,
  row: RegistryRow,
  { shown, fileAt, feature }: DocumentNodeContext,
): TreeNode | undefined {
  const cell = (name: string) => rowCell({ table, row }, column => column.name === name)?.text ?? '';
  const [name, status, written, changed] = [cell('Document'), cell('Status'), cell('Path'), cell('Last Modified')];
  const path = written || name;
  if (path === '') return undefined;
  const uri = hasPlaceholder(path) ? undefined : fileAt?.(path, shown.uri);
  const agrees = agreement(status, uri, isAbout(path, uri, feature));
  const onDisk = uri === undefined ? undefined : uri === null ? 'missing on disk' : 'on disk';
  const differs = agrees === false && (uri === null ? 'missing' : 'on disk');
  return rowNode('documents', row, shown, {
    is: 'document',
    label: plain(name || path),
    ...described(plain(status, 40), differs),
    tooltip: tooltip(name || path, fact('Status', status), fact('Path', path), onDisk, fact('Last modified', changed)),
    icon: documentIcon(status, agrees),
    copies: path,
    ...(agrees === false && { problems: { error: 0, warning: 1, info: 0 } }),
    ...(typeof uri === 'string' && { uri }),
  });
}

/** Whether the disk agrees with the registry; undefined if either is inconclusive. */
function agreement(status: string, uri: string | null | undefined, isAbout: boolean): boolean | undefined {
  if (uri === undefined) return undefined;
  if (status === 'present') return uri !== null;
  return status === 'absent' ? uri === null || !isAbout : undefined;
}

// A bare file name may be found elsewhere: the plan of the whole repository is not the feature's.
function isAbout(path: string, uri: string | null | undefined, feature: string | undefined): boolean {
  if (/[\\/]./.test(path) || feature === undefined) return true;
  return uri?.includes(`/${encodeURIComponent(feature)}/`) ?? true;
}

function featureOf({ sections }: RegistryDocument): string | undefined {
  const fields = sections.flatMap(section => section.fields);
  const text = fields.find(({ definition }) => definition?.format === 'feature-id')?.text;
  return text && !hasPlaceholder(text) ? text : undefined;
}
