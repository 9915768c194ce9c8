import type { RegistryState } from '../model/run';
import { copyString } from '../text/copyString';
import { parseMarkdown } from '../text/markdown/parseMarkdown';
import { type GlancedHeading, glancedHeadings, underHeading } from './glancedHeadings';
import { glancedSection } from './glancedSection';
import { readRegistry } from './read';
import { isRegistry, scoreHeadings } from './recognise';
import { registryState, type SectionWords, STATE_SECTIONS, stateFromSections } from './state';

/**
 * Scans a state registry for the state of its runs: gives the same result as parsing it, at a fraction of the cost. Finds
 * section headings, and reads only the lines of the few sections that determine the state. Immediately rejects a text
 * without section headings. Parses a text that can't be read line by line: with headings in quotes or lists, HTML, tables
 * in lists, or a single section that may be a registry.
 */
export function glance(fileText: string): RegistryState | undefined {
  const text = normalizeFileText(fileText);
  const headings = glancedHeadings(text);
  if (headings === 'unclear') return parseState(text);
  const isRegistryText = scoreHeadings(
    headings.map(({ level, name, definition }) => ({ level, text: text.slice(name.start, name.end), definition })),
  );
  if (isRegistryText === 'unclear') return parseState(text);
  if (!isRegistryText) return undefined;
  const sections: SectionWords[] = [];
  for (const [index, { definition }] of headings.entries()) {
    if (!definition || !STATE_SECTIONS.has(definition.id)) continue;
    const words = glancedSection(underHeading(text, headings, index), definition);
    if (words === 'unclear') return parseState(text);
    sections.push(words);
  }
  return copyState(stateFromSections(titleOf(text, headings[0]), sections));
}

// Normalizes the text as file parts do: no byte order mark, line feeds only.
function normalizeFileText(text: string): string {
  const whole = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
}

function parseState(text: string): RegistryState | undefined {
  const markdown = parseMarkdown(text);
  return isRegistry(markdown) ? copyState(registryState(readRegistry(markdown, { whole: false }))) : undefined;
}

function titleOf(text: string, first: GlancedHeading | undefined): string {
  return first?.level === 1 ? text.slice(first.name.start, first.name.end) : '';
}

// Copies the strings, since a state outlives its text.
function copyState({ feature, workflows }: RegistryState): RegistryState {
  return {
    feature: copyString(feature),
    workflows: workflows.map(({ name, status }) => ({ name: copyString(name), status })),
  };
}
