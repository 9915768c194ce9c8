import { type Found, resolvePath } from '../../analysis/paths';
import type { Workspace } from '../../model/disk';
import type { RegistryDocument, RegistryValue } from '../../model/registryDocument';
import type { Span } from '../../model/text';
import { registryValues, trimmedSpan } from '../../registry/values';
import { featureFolder } from '../featureFiles';

/** A name or path of a file in a registry: a document of the feature, a workflow's state. */
export interface RegistryPath {
  value: RegistryValue;
  /** Without Markdown markup. */
  at: Span;
}

export function registryFilePaths(registry: RegistryDocument): RegistryPath[] {
  return [...registryValues(registry)].flatMap(({ value }) => {
    const format = value.definition?.format;
    const isPath = value.text !== '' && (format === 'path' || format === 'document');
    return isPath ? [{ value, at: trimmedSpan(registry.markdown.text, value) }] : [];
  });
}

/** Resolves the file that it leads to. A bare document name refers to the document of the same feature. */
export function resolveRegistryPath(
  { value }: RegistryPath,
  from: string,
  workspace: Workspace,
): Found | null | undefined {
  const { text, definition } = value;
  const isName = definition?.format === 'document' && !/[\\/]/.test(text);
  const feature = isName ? featureFolder(from, workspace) : null;
  const folders = feature ? [feature] : workspace.folders;
  const found = feature === undefined ? undefined : resolvePath(text, from, { ...workspace, folders });
  return found?.type === 'folder' ? null : found;
}
