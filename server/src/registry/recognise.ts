import type { Markdown } from '../model/markdown';
import type { Section } from '../model/registryDocument';
import { sectionNamed } from './lookup';
import { readRegistry } from './read';

/**
 * Is a Markdown text a registry, or a piece of one? Two headings that name sections say so. One alone does not, many a
 * README has it; but with the fields or the columns of that section under it, it does.
 */
export function isRegistry(markdown: Markdown): boolean {
  const known = knownHeadings(markdown);
  return known > 1 || (known === 1 && readRegistry(markdown, { whole: false }).sections.some(isUnmistakable));
}

function knownHeadings({ text, headings }: Markdown): number {
  return new Set(headings.flatMap(({ text: { start, end } }) => sectionNamed(text.slice(start, end)) ?? [])).size;
}

// Fewer names may be the same by chance.
const ENOUGH = 3;

function isUnmistakable({ fields, tables }: Section): boolean {
  const known = fields.filter(({ definition }) => definition);
  return known.length >= ENOUGH || tables.some(table => table.columns.filter(one => one.definition).length >= ENOUGH);
}
