import type { PatternedKind, RegistrySection } from '../model/registry';
import type { Markdown, Span, Table } from '../model/text';
import { memoizeByText } from '../text/memoize';
import { readRegistry } from './readRegistry';

/** An id found in a text, with its place and the kind of thing that it names. In an `index.md`, `G-3` names a gap and `Q-S1` a question. */
export interface FoundId extends Span {
  id: string;
  kind: PatternedKind;
}

/** The pattern of each kind of id, matched against a whole word. */
export const ID_PATTERNS: Readonly<Record<PatternedKind, RegExp>> = {
  gap: /^(?:G|GAP)(?:-[A-Z][A-Z0-9]{0,9})?-\d{1,9}$/,
  question: /^(?:Q-[SCPT]\d{1,9}|C\d{1,9}\.\d{1,9})$/,
  requirement: /^FR-\d{1,9}$/,
  checklist: /^CHK-?\d{1,9}$/,
  check: /^(?:SPEC|TC|MC|RES|MDL|CON|FIN)-\d{1,9}$/,
  task: /^T\d{3,9}$/,
  story: /^US-?\d{1,9}$/,
};

const KINDS = Object.entries(ID_PATTERNS) as [PatternedKind, RegExp][];

/** Returns the kind of an id; undefined for a word that is no id. */
export function idKind(word: string): PatternedKind | undefined {
  return KINDS.find(([, pattern]) => pattern.test(word))?.[0];
}

// A dot belongs to a word only if the word continues: `C2.1`, `T001.md`, but not at the end of a sentence.
const WORD = /[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*/gu;

const MAX_LENGTH = 40;

/** Finds the ids in a text, in order. Excludes file names and longer words, of any script, that contain an id. */
export const idsIn = memoizeByText((text): readonly FoundId[] => {
  const found: FoundId[] = [];
  // An id ends in a digit.
  if (!/\d/.test(text)) return found;
  for (const match of text.matchAll(WORD)) {
    const span = trimPadding(match[0], match.index);
    const word = text.slice(span.start, span.end);
    if (word.length > 2 * MAX_LENGTH) continue;
    const kind = idKind(word);
    if (kind) found.push({ id: word, kind, ...span });
    else found.push(...rangeEnds(word, span.start));
  }
  return found;
});

// The ends of a range such as `CHK001-CHK003`, which is a single word.
function rangeEnds(word: string, start: number): FoundId[] {
  for (let dash = word.indexOf('-', 1); dash > 0; dash = word.indexOf('-', dash + 1)) {
    const [id, last] = [word.slice(0, dash), word.slice(dash + 1)];
    const kind = idKind(id);
    if (!kind || kind !== idKind(last)) continue;
    return [
      { id, kind, start, end: start + dash },
      { id: last, kind, start: start + dash + 1, end: start + word.length },
    ];
  }
  return [];
}

// Strips emphasis (`_G-001_`) and trailing dashes.
function trimPadding(word: string, from: number): Span {
  let start = 0;
  let end = word.length;
  while (start < end && isPadding(word[start])) start++;
  while (end > start && isPadding(word[end - 1])) end--;
  return { start: from + start, end: from + end };
}

function isPadding(char: string | undefined): boolean {
  return char === '_' || char === '-';
}

/** Returns the canonical spelling of an id: `CHK015` for `CHK-015`, `US1` for `US-001`. */
export function canonicalId(id: string): string {
  if (ID_PATTERNS.checklist.test(id)) return id.replace('-', '');
  if (ID_PATTERNS.story.test(id)) return `US${Number(id.replace(/^US-?/, ''))}`;
  return id;
}

// Two questions about definitions: navigation looks for the best definition of one id (`idDefinitions`); rules ask
// which ids may be defined at all (`possiblyDefinedIds`) and so report no defined id as missing.

/** The row, item or heading of a document that defines an id. */
interface IdDefinition {
  id: string;
  span: Span;
  /** Texts that describe the id, such as the cells of a row. */
  says: string[];
  /** Definitions of lower rank take precedence. */
  rank: number;
}

/** The id to find in a document. */
export interface IdQuery {
  /** The id in its canonical spelling. */
  id: string;
  kind: PatternedKind;
  /** The document's URI. */
  uri: string;
}

/** Finds the definitions of an id in a Markdown document. */
export function idDefinitions(markdown: Markdown, query: IdQuery): IdDefinition[] {
  const { sections } = readRegistry(markdown, { whole: false });
  const outside = <T extends Span>(spans: readonly T[]) =>
    spans.filter(({ start }) => !sections.some(section => section.start <= start && start < section.end));
  // The text of a list item is also a paragraph.
  const starts = new Set(markdown.items.map(({ text }) => text.start));
  const paragraphs = markdown.paragraphs.filter(({ start }) => !starts.has(start));
  return [
    ...sections.flatMap(section => rowDefinitions(section, markdown.text, query)),
    ...outside([...markdown.items.map(({ text }) => text), ...paragraphs]).flatMap(text =>
      definitionAtStart(text, markdown.text, ITEM, query),
    ),
    ...outside(markdown.headings).flatMap(({ text }) => definitionAtStart(text, markdown.text, HEADING, query)),
    ...outside(markdown.tables).flatMap(table => firstCellDefinitions(table, markdown.text, query)),
  ];
}

/**
 * Returns the ids that a Markdown text may define: ids that begin an item, a row or a paragraph, and all ids in headings.
 * A superset of the ids that `idDefinitions` finds.
 */
export function possiblyDefinedIds(text: string, kind: PatternedKind): string[] {
  return text.split('\n').flatMap(line => {
    const isHeading = /^ {0,3}#/.test(line);
    const textStart = /^(?:\[[xX]\]|\d{1,9}[.)]\s|[^\p{L}\p{N}])*/u.exec(line)?.[0].length ?? 0;
    const ids = idsIn(line).filter(found => found.kind === kind);
    return ids.filter(({ start }) => isHeading || start === textStart).map(({ id }) => canonicalId(id));
  });
}

// The columns that summarise a row of a queue.
const SUMMARY_COLUMNS = ['Priority', 'Tier', 'Status', 'Question', 'Question Summary', 'Description', 'Resolution'];

/** Returns the rows of a registry that define ids of this kind. */
function rowDefinitions({ tables }: RegistrySection, text: string, query: IdQuery): IdDefinition[] {
  return tables.flatMap(({ columns, rows }) =>
    rows.flatMap(row =>
      columns.flatMap(({ definition }, index) => {
        const value = definition?.defines === query.kind ? row.values[index] : undefined;
        const found = value && idIn(value.at, text, query);
        if (!found) return [];
        const cellNamed = (name: string) => row.values[columns.findIndex(column => column.definition?.name === name)];
        const summary = SUMMARY_COLUMNS.flatMap(name => cellNamed(name)?.text || []);
        const says = summary.length > 0 ? summary : row.values.flatMap(other => (other !== value && other.text) || []);
        // Checklists and task lists define their own ids; a registry's table only lists the ids.
        return [{ ...found, says, rank: isRegistryKind(query.kind) ? 0 : 2 }];
      }),
    ),
  );
}

function isRegistryKind(kind: PatternedKind): boolean {
  return kind === 'gap' || kind === 'question';
}

// - [ ] CHK015 - text, - **FR-001**: text, - FR-001: text.
const ITEM =
  /^(?:\[[ xX]\][ \t]+(?:\*\*|__|`)?|(?:\*\*|__|`)|(?=\S+?(?::|[ \t]+[:–—-])))([\w.-]+?)(?:\*\*|__|`|(?![\w-]))/;
// `- FR-001 names the period`: probably a mention, not a definition.
const BARE = /^([\w.-]+?)(?![\w-])/;
// ### FR-001: text
const HEADING = /^(?:\*\*|__|`)?([\w.-]+?)(?:\*\*|__|`|(?![\w-]))/;

function definitionAtStart(at: Span, text: string, pattern: RegExp, query: IdQuery): IdDefinition[] {
  if (isRegistryKind(query.kind)) return [];
  const line = text.slice(at.start, at.end);
  const strict = pattern.exec(line);
  const match = strict ?? BARE.exec(line);
  const found = match && idIn({ start: at.start, end: at.start + match[0].length }, text, query);
  if (!found) return [];
  const rest = line
    .slice(match[0].length)
    .replace(/^[*_`\s:–—-]+/, '')
    .replaceAll('**', '');
  return [{ ...found, says: [rest], rank: strict ? rankOf(query) : 3 }];
}

/** Returns the rows of other tables that begin with the id, such as those of a check module or a table of requirements. */
function firstCellDefinitions({ rows }: Table, text: string, query: IdQuery): IdDefinition[] {
  if (isRegistryKind(query.kind)) return [];
  return rows.flatMap(({ cells: [first, ...rest] }) => {
    const found = first && idIn(first, text, query);
    // A cell with more text than an id only mentions it.
    if (!found || /[\w\s]/.test(text.slice(first.start, found.span.start) + text.slice(found.span.end, first.end))) {
      return [];
    }
    const says = rest.map(({ start, end }) => text.slice(start, end)).filter(cell => cell !== '' && cell !== '-');
    return [{ ...found, says, rank: rankOf(query) }];
  });
}

// A definition ranks lower outside the file or folder where a feature defines ids of this kind.
function rankOf({ kind, uri }: IdQuery): number {
  const name = (DEFINING_FILES as Partial<Record<PatternedKind, string>>)[kind];
  const isHome = name !== undefined && (name.endsWith('.md') ? uri.endsWith(`/${name}`) : uri.includes(`/${name}/`));
  return isHome ? 0 : 1;
}

/** The file or folder of a feature that defines a kind of ids. */
export const DEFINING_FILES = {
  requirement: 'spec.md',
  story: 'spec.md',
  checklist: 'checklists',
  check: 'check-modules',
  task: 'tasks.md',
} as const satisfies Partial<Record<PatternedKind, string>>;

function idIn({ start, end }: Span, text: string, { id }: IdQuery): { id: string; span: Span } | undefined {
  const found = idsIn(text.slice(start, end)).find(candidate => canonicalId(candidate.id) === id);
  return found && { id: found.id, span: { start: start + found.start, end: start + found.end } };
}
