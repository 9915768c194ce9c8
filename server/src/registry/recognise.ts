import type { Markdown } from '../model/markdown';
import type { SectionDefinition } from '../model/registry';
import type { RegistrySection } from '../model/registryDocument';
import { sectionNamed } from './lookup';
import { readRegistry } from './read';

/** A heading, and the section that its name begins. */
export interface NamedHeading {
  level: number;
  text: string;
  definition: SectionDefinition | undefined;
}

/**
 * Is a Markdown text a registry, or a piece of one? What speaks for it are headings that name sections, and under them the fields
 * or the columns of that section; headings of the same rank that name none speak against it.
 */
export function isRegistry(markdown: Markdown): boolean {
  const { text, headings } = markdown;
  const named = headings.flatMap(({ level, start: at, text: { start, end } }): NamedHeading[] => {
    const name = text.slice(start, end);
    const definition = sectionNamed(name);
    // Of names with a line under them only those of sections count: a glance at the lines sees no others.
    return definition || HASHES.test(text.slice(at, start)) ? [{ level, text: name, definition }] : [];
  });
  const byHeadings = scoreHeadings(named);
  if (byHeadings !== 'unclear') return byHeadings;
  const { sections } = readRegistry(markdown, { whole: false });
  return scoreOf(named) + sections.filter(isUnmistakable).length >= ENOUGH;
}

/** What headings alone say of a text; `unclear` where that rests on what stands under them. */
export function scoreHeadings(headings: readonly NamedHeading[]): boolean | 'unclear' {
  const known = new Set(headings.map(({ definition }) => definition));
  known.delete(undefined);
  if (known.size === 0) return false;
  const [first] = headings;
  if (first?.level === 1) {
    if (INDEX_TITLE.test(first.text)) return known.size > 1 || 'unclear';
    if (OTHER_TITLE.test(first.text)) return false;
  }
  return scoreOf(headings) >= ENOUGH || 'unclear';
}

const HASHES = /^#+\s+$/;

// It has as many sections as headings speak for it, less a part of those that name none.
function scoreOf(headings: readonly NamedHeading[]): number {
  const known = headings.filter(({ definition }) => definition);
  const sections = new Set(known.map(({ definition }) => definition)).size;
  const rank = Math.min(...known.map(({ level }) => level));
  const strange = headings.filter(({ level, definition }) => level === rank && !definition && level > 1).length;
  return sections - STRANGE * strange;
}

const ENOUGH = 2;
const STRANGE = 0.5;
const INDEX_TITLE = /\b(?:index|registry)\b/i;
// What a workflow keeps beside its registry, and explains of it.
const OTHER_TITLE = /\b(?:context|state|ADR|decision record)\b/i;

// Fewer names may be the same by chance.
const ENOUGH_NAMES = 3;

function isUnmistakable({ fields, tables }: RegistrySection): boolean {
  const known = fields.filter(({ definition }) => definition);
  const columns = tables.map(table => table.columns.filter(({ definition }) => definition).length);
  return known.length >= ENOUGH_NAMES || columns.some(count => count >= ENOUGH_NAMES);
}
