import type { AnalysedPart, Analysis } from '../model/analysis';
import type { Extension } from '../model/registry';
import { positionAt } from '../parts/positions';
import { SECTIONS } from '../registry/allSections';
import { sectionInsertion } from '../registry/registryEdits';
import { renderRegistry } from '../registry/registryTemplate';
import type { ExtensionInfo, SectionInsertion } from '../shared/lspExtensions';
import type { RequestParams } from '../shared/requests';
import { formatSeconds } from '../text/parseTime';

/** Returns the text of a new state registry: the sections that each registry has, and the optional ones that the user chose. */
export function newRegistry({
  featureId,
  branch,
  workflow,
  extensions,
}: RequestParams<'agentEnvelopes/newRegistry'>): string {
  const known = registryExtensions().map(({ id }) => id);
  const wanted = extensions.filter(one => known.includes(one)) as Extension[];
  return renderRegistry({ featureId, branch, workflow, now: formatSeconds(), style: 'bullets', extensions: wanted });
}

/** Returns the extensions that a registry can have besides its core sections. */
export function registryExtensions(): ExtensionInfo[] {
  const optional = SECTIONS.filter(({ core }) => !core);
  return [...new Set(optional.map(({ extension }) => extension))].map(id => ({
    id,
    sections: optional.filter(({ extension }) => extension === id).map(({ title }) => title),
  }));
}

/** Returns the missing sections of a registry, each with its place and text. Undefined for any other file. */
export function missingSections({ parts }: Analysis): SectionInsertion[] | undefined {
  const root = registryIn(parts);
  const registry = root?.document?.content;
  if (!root || !registry) return undefined;
  const present = new Set(registry.sections.map(({ definition }) => definition));
  return SECTIONS.filter(section => !present.has(section)).map(section => {
    const { at, text } = sectionInsertion(registry, section);
    const { title, about, core } = section;
    return { title, about, core, position: positionAt(root.part, at), text: root.part.encode(text) };
  });
}

/** Finds the part of a file that is a registry; undefined without one. */
export function registryIn(parts: readonly AnalysedPart[]): AnalysedPart | undefined {
  return parts.find(({ document, part }) => document?.kind.id.endsWith('/registry') && !part.parent);
}
