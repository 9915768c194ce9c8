import type { SectionDefinition } from '../model/registry';
import type { RegistryDocument } from '../model/registryDocument';
import { SECTIONS } from './sections';
import { type RegistryTemplateOptions, renderSection } from './template';

/**
 * The offset and the text of a new section: after the last section that precedes it in the order of the definitions, and
 * with fields and separators in the document's style.
 */
export function sectionInsertion(registry: RegistryDocument, section: SectionDefinition): { at: number; text: string } {
  const { sections, markdown } = registry;
  const order = SECTIONS.indexOf(section);
  const preceding = sections.findLast(({ definition }) => SECTIONS.indexOf(definition) < order);
  const at = preceding?.end ?? sections[0]?.start ?? markdown.text.length;
  const rule = hasThematicBreaks(registry) ? '---\n\n' : '';
  const text = renderSection(section, templateOptions(registry));
  if (at < markdown.text.length) return { at, text: `${text}\n${rule}` };
  const gap = markdown.text.endsWith('\n\n') ? '' : markdown.text.endsWith('\n') ? '\n' : '\n\n';
  return { at, text: `${gap}${rule}${text}` };
}

// Returns whether thematic breaks (`---`) separate the sections.
function hasThematicBreaks({ sections, markdown }: RegistryDocument): boolean {
  return sections.some(({ end }) => /\n---\s*$/.test(markdown.text.slice(0, end)));
}

function templateOptions({ sections }: RegistryDocument): RegistryTemplateOptions {
  const style = sections.flatMap(({ fields }) => fields)[0]?.style ?? 'bullets';
  return { featureId: '', branch: '', workflow: '', now: new Date().toISOString().replace(/\.\d+Z$/, 'Z'), style };
}
