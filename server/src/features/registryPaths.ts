import { type Found, resolvePath } from '../analysis/paths';
import type { Workspace } from '../model/disk';
import type { RegistryDocument, Value } from '../model/registryDocument';
import type { Span } from '../model/text';
import { eachValue } from '../registry/values';
import { featureFolder } from './neighbourhood';

/** A name or path of a file in a registry: a document of the feature, a workflow's state. */
export interface RegistryPath {
  value: Value;
  /** Without the marks around it. */
  at: Span;
}

export function pathsIn(registry: RegistryDocument): RegistryPath[] {
  return [...eachValue(registry)].flatMap(({ value }) => {
    const { definition, text, at } = value;
    if (text === '' || (definition?.format !== 'path' && definition?.format !== 'document')) return [];
    const start = at.start + Math.max(0, registry.markdown.text.slice(at.start, at.end).indexOf(text));
    return [{ value, at: { start, end: start + text.length } }];
  });
}

/** The file that it leads to. A document is looked for in its feature's folder first: another may have its like. */
export function fileOf({ value }: RegistryPath, from: string, workspace: Workspace): Found | null | undefined {
  const { text, definition } = value;
  const feature = definition?.format === 'document' ? featureFolder(from, workspace) : null;
  const inFeature = feature && resolvePath(text, from, { ...workspace, folders: [feature] });
  const found = inFeature || resolvePath(text, from, workspace);
  return found?.type === 'folder' ? null : found;
}
