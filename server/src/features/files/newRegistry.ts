import type { Extension } from '../../model/registry';
import { SECTIONS } from '../../registry/sections';
import { renderRegistry } from '../../registry/template';
import type { ExtensionInfo, NewRegistryParams } from '../../shared/protocol';

/** The text of a new state registry: the core sections, and those of the chosen extensions. */
export function newRegistry({ featureId, branch, workflow, extensions }: NewRegistryParams): string {
  const known = registryExtensions().map(({ id }) => id);
  const wanted = extensions.filter(one => known.includes(one)) as Extension[];
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
  return renderRegistry({ featureId, branch, workflow, now, style: 'bullets', extensions: wanted });
}

/** The extensions that a registry can have besides its core sections. */
export function registryExtensions(): ExtensionInfo[] {
  const optional = SECTIONS.filter(({ core }) => !core);
  return [...new Set(optional.map(({ extension }) => extension))].map(id => ({
    id,
    sections: optional.filter(({ extension }) => extension === id).map(({ title }) => title),
  }));
}
