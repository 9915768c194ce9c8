import type { Analysis } from '../../model/analysis';
import type { Markdown, Table } from '../../model/markdown';
import type { Part } from '../../model/part';
import type { PatternedKind } from '../../model/registry';
import type { RegistrySection } from '../../model/registryDocument';
import type { SourceFile, Span } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { rootPart } from '../../parts/rootPart';
import { canonicalId, idsIn } from '../../registry/ids';
import { readRegistry } from '../../registry/read';
import { parseMarkdown } from '../../text/markdown/parseMarkdown';
import { type IdPlace, idMark } from './idOccurrences';

/** The place that says what an id stands for. */
export interface Declaration extends IdPlace {
  uri: string;
  /** What it says, in a few texts of the file: of a row its cells. */
  says: string[];
  /** A declaration of a lower rank counts before this one. */
  rank: number;
}

/** The row, item or heading that an id is defined by; several where the same id is given twice. Copies count last. */
export function declarationsOf(
  id: string,
  kind: PatternedKind,
  { files, analysis }: { files: readonly SourceFile[]; analysis: Analysis },
): Declaration[] {
  const wanted = { id: canonicalId(id), kind };
  const mark = idMark(id);
  const proper = files.flatMap(file =>
    file.lang === 'markdown' && file.lines.some(line => line.includes(mark)) ? declarationsIn(file, wanted) : [],
  );
  const found = proper.length > 0 ? proper : carriedDeclarations(analysis, wanted);
  const best = Math.min(...found.map(({ rank }) => rank));
  return found.filter(({ rank }) => rank === best);
}

interface Wanted {
  id: string;
  kind: PatternedKind;
}

function declarationsIn(file: SourceFile, wanted: Wanted): Declaration[] {
  const part = rootPart(file, 'markdown');
  return declarationsInPart(part, parseMarkdown(part.text), { ...wanted, uri: file.uri });
}

// A document that an envelope carries is a copy, or what is to be written.
function carriedDeclarations({ file, parts }: Analysis, wanted: Wanted): Declaration[] {
  return parts.flatMap(({ part, document }) =>
    document && part.parent ? declarationsInPart(part, document.content.markdown, { ...wanted, uri: file.uri }) : [],
  );
}

type Where = Wanted & { uri: string };

function declarationsInPart(part: Part, markdown: Markdown, where: Where): Declaration[] {
  const { sections } = readRegistry(markdown, { whole: false });
  const outside = <T extends Span>(spans: readonly T[]) =>
    spans.filter(({ start }) => !sections.some(section => section.start <= start && start < section.end));
  // The text of an item is a paragraph too.
  const starts = new Set(markdown.items.map(({ text }) => text.start));
  const paragraphs = markdown.paragraphs.filter(({ start }) => !starts.has(start));
  const found = [
    ...sections.flatMap(section => rowsOf(section, markdown.text, where)),
    ...outside([...markdown.items.map(({ text }) => text), ...paragraphs]).flatMap(text =>
      startOf(text, markdown.text, ITEM, where),
    ),
    ...outside(markdown.headings).flatMap(({ text }) => startOf(text, markdown.text, HEADING, where)),
    ...outside(markdown.tables).flatMap(table => firstCells(table, markdown.text, where)),
  ];
  return found.map(({ span, ...declaration }) => ({ ...where, ...declaration, range: rangeOf(part, span) }));
}

interface Found {
  id: string;
  span: Span;
  says: string[];
  rank: number;
}

// What a reader wants of a queue's row; all of it would be too much.
const TELLING = ['Priority', 'Tier', 'Status', 'Question', 'Question Summary', 'Description', 'Resolution'];

/** The rows of a registry whose column gives ids of this kind. */
function rowsOf({ tables }: RegistrySection, text: string, where: Where): Found[] {
  return tables.flatMap(({ columns, rows }) =>
    rows.flatMap(row =>
      columns.flatMap(({ definition }, index) => {
        const value = definition?.defines === where.kind ? row.values[index] : undefined;
        const found = value && idIn(value.at, text, where);
        if (!found) return [];
        const named = (name: string) => row.values[columns.findIndex(column => column.definition?.name === name)];
        const telling = TELLING.flatMap(name => named(name)?.text || []);
        const says = telling.length > 0 ? telling : row.values.flatMap(one => (one !== value && one.text) || []);
        // Checklists and task lists define their ids themselves; a matrix only lists them.
        return [{ ...found, says, rank: isOfRegistry(where.kind) ? 0 : 2 }];
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
// - FR-001 names the period: rather speaks of it.
const BARE = /^([\w.-]+?)(?![\w-])/;
// ### FR-001: text
const HEADING = /^(?:\*\*|__|`)?([\w.-]+?)(?:\*\*|__|`|(?![\w-]))/;

function startOf(at: Span, text: string, pattern: RegExp, where: Where): Found[] {
  if (isOfRegistry(where.kind)) return [];
  const source = text.slice(at.start, at.end);
  const strict = pattern.exec(source);
  const match = strict ?? BARE.exec(source);
  const found = match && idIn({ start: at.start, end: at.start + match[0].length }, text, where);
  if (!found) return [];
  const rest = source
    .slice(match[0].length)
    .replace(/^[*_`\s:–—-]+/, '')
    .replaceAll('**', '');
  return [{ ...found, says: [rest], rank: strict ? rankOf(where) : 3 }];
}

/** The rows of another table that begin with the id: of a check module, or of requirements in a table. */
function firstCells({ rows }: Table, text: string, where: Where): Found[] {
  if (isOfRegistry(where.kind)) return [];
  return rows.flatMap(({ cells: [first, ...others] }) => {
    const found = first && idIn(first, text, where);
    // A cell that says more than an id speaks of it.
    if (!found || /[\w\s]/.test(text.slice(first.start, found.span.start) + text.slice(found.span.end, first.end))) {
      return [];
    }
    const says = others.map(({ start, end }) => text.slice(start, end)).filter(cell => cell !== '' && cell !== '-');
    return [{ ...found, says, rank: rankOf(where) }];
  });
}

// Elsewhere than at home an id is rather spoken of than defined.
function rankOf({ kind, uri }: Where): number {
  return HOMES[kind]?.test(uri) ? 0 : 1;
}

const HOMES: Readonly<Partial<Record<PatternedKind, RegExp>>> = {
  requirement: /\/spec\.md$/,
  story: /\/spec\.md$/,
  checklist: /\/checklists\//,
  check: /\/check-modules\//,
  task: /\/tasks\.md$/,
};

function idIn({ start, end }: Span, text: string, { id }: Where): { id: string; span: Span } | undefined {
  const found = idsIn(text.slice(start, end)).find(one => canonicalId(one.id) === id);
  return found && { id: found.id, span: { start: start + found.start, end: start + found.end } };
}
