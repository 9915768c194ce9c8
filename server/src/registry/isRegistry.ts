import type { RegistrySection, SectionDefinition } from '../model/registry';
import type { Markdown } from '../model/text';
import { sectionNamed, sectionsNamed } from './findSectionDefinitions';
import { readRegistry } from './readRegistry';
import { renderedText } from './renderedText';

/**
 * Returns whether a Markdown text is a state registry, or a piece of one. Compares two counts: the headings that name sections of a registry,
 * and the unknown headings of the same level. The title may decide alone. If the headings leave it unclear, also looks at the fields and
 * columns below the headings.
 */
export function isRegistry(markdown: Markdown): boolean {
  const { text, headings } = markdown;
  const names = headings.map(({ text: { start, end } }) => text.slice(start, end));
  const definitions = sectionsNamed(names);
  const namedHeadings = headings.flatMap(({ level, start: at, text: { start } }, index): NamedHeading[] => {
    const [name = '', definition] = [names[index], definitions[index]];
    // Underlined headings count only if they name a section: `scanRegistryState` finds no others.
    return definition || HASHES.test(text.slice(at, start)) ? [{ level, text: name, definition }] : [];
  });
  const byHeadings = scoreHeadings(namedHeadings);
  if (byHeadings !== 'unclear') return byHeadings;
  const { sections } = readRegistry(markdown, { whole: false });
  return scoreOf(namedHeadings) + sections.filter(isUnmistakable).length >= MIN_SCORE;
}

/** A heading of a Markdown text, with the definition of the registry section that it names, if any. */
export interface NamedHeading {
  level: number;
  text: string;
  definition: SectionDefinition | undefined;
}

/** Returns whether a document's title says that it is a feature's registry. */
export function isFeatureIndex(markdown: Markdown): boolean {
  return titleOf(markdown).startsWith('Feature Index');
}

/** Returns the feature's id in a registry's title, such as `# Feature Index: 005-invites`; undefined if the title names none. */
export function featureInTitle(markdown: Markdown): string | undefined {
  return /^Feature Index:\s*(\S+)$/.exec(titleOf(markdown))?.[1];
}

function titleOf({ text, headings: [first] }: Markdown): string {
  return first?.level === 1 ? renderedText(text.slice(first.text.start, first.text.end)) : '';
}

/** Returns whether an unrecognised text is the beginning of a registry: by its title, its folder, or its file name and one section. */
export function isBegunRegistry(markdown: Markdown, uri: string): boolean {
  if (isFeatureIndex(markdown)) return true;
  if (!uri.endsWith('/index.md')) return false;
  const { text, headings } = markdown;
  return (
    uri.endsWith('/.workflow/index.md') || headings.some(one => sectionNamed(text.slice(one.text.start, one.text.end)))
  );
}

/** Returns whether a document with these headings is a registry; `unclear` if that depends on the text below them. */
export function scoreHeadings(headings: readonly NamedHeading[]): boolean | 'unclear' {
  const known = new Set(headings.map(({ definition }) => definition));
  known.delete(undefined);
  if (known.size === 0) return false;
  const [first] = headings;
  if (first?.level === 1) {
    if (INDEX_TITLE.test(first.text)) return known.size > 1 || 'unclear';
    if (OTHER_TITLE.test(first.text)) return false;
  }
  return scoreOf(headings) >= MIN_SCORE || 'unclear';
}

const HASHES = /^#+\s+$/;

// Returns the number of known sections among the headings, less a fraction for each unknown heading.
function scoreOf(headings: readonly NamedHeading[]): number {
  const known = headings.filter(({ definition }) => definition);
  const sections = new Set(known.map(({ definition }) => definition)).size;
  const sectionLevel = Math.min(...known.map(({ level }) => level));
  const unknown = headings.filter(({ level, definition }) => level === sectionLevel && !definition && level > 1).length;
  return sections - UNKNOWN_WEIGHT * unknown;
}

const MIN_SCORE = 2;
const UNKNOWN_WEIGHT = 0.5;
const INDEX_TITLE = /\b(?:index|registry)\b/i;
// Titles of other documents that a workflow keeps in the registry's folder.
const OTHER_TITLE = /\b(?:context|state|ADR|decision record)\b/i;

// Fewer matches may be coincidence.
const MIN_NAMES = 3;

function isUnmistakable({ fields, tables }: RegistrySection): boolean {
  const known = fields.filter(({ definition }) => definition);
  const columns = tables.map(table => table.columns.filter(({ definition }) => definition).length);
  return known.length >= MIN_NAMES || columns.some(count => count >= MIN_NAMES);
}
