import type { AnalysedPart, Analysis } from '../../model/analysis';
import { positionAt } from '../../parts/positions';
import { sectionInsertion } from '../../registry/sectionInsertion';
import { SECTIONS } from '../../registry/sections';
import type { SectionInsertion } from '../../shared/protocol';

/** The missing sections of a registry, each as it would be inserted. Undefined for any other file. */
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

/** The part of a file that is a registry. */
export function registryIn(parts: readonly AnalysedPart[]): AnalysedPart | undefined {
  return parts.find(({ document, part }) => document?.kind.id.endsWith('/registry') && !part.parent);
}
