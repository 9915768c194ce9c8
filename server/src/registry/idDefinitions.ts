import type { Markdown, Table } from '../model/markdown';
import type { PatternedKind } from '../model/registry';
import type { RegistrySection } from '../model/registryDocument';
import type { Span } from '../model/text';
import { canonicalId, idsIn } from './ids';
import { readRegistry } from './read';

// Defines for navigation and rules when an id counts as defined. Navigation looks for the best definition of one id
// (`idDefinitions`); rules ask which ids may be defined at all (`definedIn`), so that nothing defined is reported as missing.

/** The row, item or heading of a document that defines an id. */
export interface IdDefinition {
  id: string;
  span: Span;
  /** Texts that describe the id: for a row, its cells. */
  says: string[];
  /** Definitions of lower rank take precedence. */
  rank: number;
}

export interface WantedId {
  /** In its canonical spelling. */
  id: string;
  kind: PatternedKind;
  /** The document's URI. */
  uri: string;
}

/** The definitions of an id in a Markdown document. */
export function idDefinitions(markdown: Markdown, wanted: WantedId): IdDefinition[] {
  const { sections } = readRegistry(markdown, { whole: false });
  const outside = <T extends Span>(spans: readonly T[]) =>
    spans.filter(({ start }) => !sections.some(section => section.start <= start && start < section.end));
  // An item's text is also a paragraph.
  const starts = new Set(markdown.items.map(({ text }) => text.start));
  const paragraphs = markdown.paragraphs.filter(({ start }) => !starts.has(start));
  return [
    ...sections.flatMap(section => rowsOf(section, markdown.text, wanted)),
    ...outside([...markdown.items.map(({ text }) => text), ...paragraphs]).flatMap(text =>
      startOf(text, markdown.text, ITEM, wanted),
    ),
    ...outside(markdown.headings).flatMap(({ text }) => startOf(text, markdown.text, HEADING, wanted)),
    ...outside(markdown.tables).flatMap(table => firstCells(table, markdown.text, wanted)),
  ];
}

/**
 * The ids that a Markdown text may define: the first word of an item, a row or a paragraph, and all in a heading.
 * A superset of what `idDefinitions` finds.
 */
export function definedIn(text: string, kind: PatternedKind): string[] {
  return text.split('\n').flatMap(line => {
    const isHeading = /^ {0,3}#/.test(line);
    const begin = /^(?:\[[xX]\]|\d{1,9}[.)]\s|[^\p{L}\p{N}])*/u.exec(line)?.[0].length ?? 0;
    const ids = idsIn(line).filter(one => one.kind === kind);
    return ids.filter(({ start }) => isHeading || start === begin).map(({ id }) => canonicalId(id));
  });
}

// The columns of a queue's row that are worth displaying.
const TELLING = ['Priority', 'Tier', 'Status', 'Question', 'Question Summary', 'Description', 'Resolution'];

/** The rows of a registry that define ids of this kind. */
function rowsOf({ tables }: RegistrySection, text: string, wanted: WantedId): IdDefinition[] {
  return tables.flatMap(({ columns, rows }) =>
    rows.flatMap(row =>
      columns.flatMap(({ definition }, index) => {
        const value = definition?.defines === wanted.kind ? row.values[index] : undefined;
        const found = value && idIn(value.at, text, wanted);
        if (!found) return [];
        const named = (name: string) => row.values[columns.findIndex(column => column.definition?.name === name)];
        const telling = TELLING.flatMap(name => named(name)?.text || []);
        const says = telling.length > 0 ? telling : row.values.flatMap(one => (one !== value && one.text) || []);
        // Checklists and task lists define their ids themselves; a matrix only lists them.
        return [{ ...found, says, rank: isOfRegistry(wanted.kind) ? 0 : 2 }];
      }),
    ),
  );
}

function isOfRegistry(kind: PatternedKind): boolean {
  return kind === 'gap' || kind === 'question';
}

// - [ ] CHK015 - text, - **FR-001**: text, - FR-001: text.
const ITEM =
  /^(?:\[[ xX]\][ \t]+(?:\*\*|__|`)?|(?:\*\*|__|`)|(?=\S+?(?::|[ \t]+[:–—-])))([\w.-]+?)(?:\*\*|__|`|(?![\w-]))/;
// - FR-001 names the period: a mention rather than a definition.
const BARE = /^([\w.-]+?)(?![\w-])/;
// ### FR-001: text
const HEADING = /^(?:\*\*|__|`)?([\w.-]+?)(?:\*\*|__|`|(?![\w-]))/;

function startOf(at: Span, text: string, pattern: RegExp, wanted: WantedId): IdDefinition[] {
  if (isOfRegistry(wanted.kind)) return [];
  const source = text.slice(at.start, at.end);
  const strict = pattern.exec(source);
  const match = strict ?? BARE.exec(source);
  const found = match && idIn({ start: at.start, end: at.start + match[0].length }, text, wanted);
  if (!found) return [];
  const rest = source
    .slice(match[0].length)
    .replace(/^[*_`\s:–—-]+/, '')
    .replaceAll('**', '');
  return [{ ...found, says: [rest], rank: strict ? rankOf(wanted) : 3 }];
}

/** The rows of other tables that begin with the id: in a check module, or a table of requirements. */
function firstCells({ rows }: Table, text: string, wanted: WantedId): IdDefinition[] {
  if (isOfRegistry(wanted.kind)) return [];
  return rows.flatMap(({ cells: [first, ...others] }) => {
    const found = first && idIn(first, text, wanted);
    // A cell with more text than an id only mentions it.
    if (!found || /[\w\s]/.test(text.slice(first.start, found.span.start) + text.slice(found.span.end, first.end))) {
      return [];
    }
    const says = others.map(({ start, end }) => text.slice(start, end)).filter(cell => cell !== '' && cell !== '-');
    return [{ ...found, says, rank: rankOf(wanted) }];
  });
}

// Elsewhere an id is mentioned rather than defined.
function rankOf({ kind, uri }: WantedId): number {
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

function idIn({ start, end }: Span, text: string, { id }: WantedId): { id: string; span: Span } | undefined {
  const found = idsIn(text.slice(start, end)).find(one => canonicalId(one.id) === id);
  return found && { id: found.id, span: { start: start + found.start, end: start + found.end } };
}
