import type { RegistryState } from '../model/run';
import { copyString } from '../text/copyString';
import { parseMarkdown } from '../text/markdown/parseMarkdown';
import { type GlancedHeading, glancedHeadings, underHeading } from './glancedHeadings';
import { glancedSection } from './glancedSection';
import { readRegistry } from './read';
import { isRegistry, scoreHeadings } from './recognise';
import { registryState, type SectionWords, STATE_SECTIONS, stateFromSections } from './state';

/**
 * Scans a state registry for the state of its runs: the same result as parsing it, at a fraction of the cost. It looks
 * for section headings and reads only the lines of the few sections that determine the state. A text without section
 * headings is rejected immediately; a text that can't be read by lines (headings in quotes or lists, HTML, tables in
 * lists, one section that may be a registry by itself) is parsed.
 */
export function glance(fileText: string): RegistryState | undefined {
  const text = plainText(fileText);
  const headings = glancedHeadings(text);
  if (headings === 'unclear') return read(text);
  const isOne = scoreHeadings(
    headings.map(({ level, name, definition }) => ({ level, text: text.slice(name.start, name.end), definition })),
  );
  if (isOne === 'unclear') return read(text);
  if (!isOne) return undefined;
  const sections: SectionWords[] = [];
  for (const [index, { definition }] of headings.entries()) {
    if (!definition || !STATE_SECTIONS.has(definition.id)) continue;
    const words = glancedSection(underHeading(text, headings, index), definition);
    if (words === 'unclear') return read(text);
    sections.push(words);
  }
  return kept(stateFromSections(titleOf(text, headings[0]), sections));
}

// Normalises the text as file parts do.
function plainText(text: string): string {
  const whole = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
}

function read(text: string): RegistryState | undefined {
  const markdown = parseMarkdown(text);
  return isRegistry(markdown) ? kept(registryState(readRegistry(markdown, { whole: false }))) : undefined;
}

function titleOf(text: string, first: GlancedHeading | undefined): string {
  return first?.level === 1 ? text.slice(first.name.start, first.name.end) : '';
}

// Copies the strings, since a state outlives its text.
function kept({ feature, workflows }: RegistryState): RegistryState {
  return {
    feature: copyString(feature),
    workflows: workflows.map(({ name, status }) => ({ name: copyString(name), status })),
  };
}
