import type {
  CellDefinition,
  PatternedKind,
  RegistryDocument,
  RegistryRow,
  RegistrySection,
  RegistryTable,
  RegistryValue,
} from '../model/registry';
import type { Span } from '../model/text';
import { memoizeByText } from '../text/memoize';
import { canonicalId, type FoundId, ID_PATTERNS, idKind, idsIn } from './registryIds';

/** A row in a table of a state registry (`index.md`), with its table and section. */
export interface TableRow {
  section: RegistrySection;
  table: RegistryTable;
  row: RegistryRow;
}

/** A row that defines an id: of a gap, a question, a checklist item. */
export interface Entry extends TableRow {
  /** The id in its canonical spelling. */
  id: string;
  /** The span of the id. */
  at: Span;
}

/** Returns the rows that define an id of this kind, in document order. */
export function sectionEntries(registry: RegistryDocument, kind: PatternedKind): Entry[] {
  return tablesDefining(registry, kind).flatMap(({ section, table }) =>
    table.rows.flatMap(row => {
      const cell = rowCell({ table, row }, ({ defines }) => defines === kind);
      const ids = cell ? idsAt(registry, cell).filter(found => found.kind === kind) : [];
      return ids.map(({ id, ...at }) => ({ id: canonicalId(id), at, section, table, row }));
    }),
  );
}

/** Returns the ids of this kind that rows define, including all ids of a range (`G-001–003`). */
export function idsDefined(registry: RegistryDocument, kind: PatternedKind): ReadonlySet<string> {
  const ids = tablesDefining(registry, kind).flatMap(({ table }) =>
    table.rows.flatMap(row => {
      const cell = rowCell({ table, row }, ({ defines }) => defines === kind);
      return cell ? idsNamedAt(registry, cell).filter(found => found.kind === kind) : [];
    }),
  );
  return new Set(ids.map(({ id }) => canonicalId(id)));
}

/** Returns the tables whose columns define ids of this kind. */
export function tablesDefining(registry: RegistryDocument, kind: PatternedKind): Omit<TableRow, 'row'>[] {
  return registry.sections.flatMap(section =>
    section.tables
      .filter(({ columns }) => columns.some(({ definition }) => definition?.defines === kind))
      .map(table => ({ section, table })),
  );
}

/** Returns the cell of a row in the first column that matches. */
export function rowCell(
  { table, row }: Pick<TableRow, 'table' | 'row'>,
  matches: (column: CellDefinition) => boolean,
): RegistryValue | undefined {
  const index = table.columns.findIndex(({ definition }) => definition && matches(definition));
  return index < 0 ? undefined : row.values[index];
}

/** Returns whether a row has one cell per column; otherwise its values may be in wrong columns. */
export function isCompleteRow({ table, row }: Pick<TableRow, 'table' | 'row'>): boolean {
  return row.values.length === table.columns.length;
}

/** Returns the ids that are written in a cell or field, with their spans in the document. */
export function idsAt({ markdown }: RegistryDocument, { at }: RegistryValue): FoundId[] {
  return idsIn(markdown.text.slice(at.start, at.end)).map(id => shiftSpan(id, at.start));
}

/** Returns the ids in a cell or field like `idsAt`, and also the ids that a range implies. */
export function idsNamedAt({ markdown }: RegistryDocument, { at }: RegistryValue): NamedId[] {
  return idsWithRangesIn(markdown.text.slice(at.start, at.end)).map(id => shiftSpan(id, at.start));
}

function shiftSpan<T extends Span>(span: T, by: number): T {
  return { ...span, start: by + span.start, end: by + span.end };
}

/** An id in a text. An id that a range implies has the span of the range. */
interface NamedId extends FoundId {
  implied?: true;
}

const ID = Object.values(ID_PATTERNS)
  .map(({ source }) => source.slice(1, -1))
  .join('|');

// CHK001-CHK003, FR-001–003, `G-001` to `G-003`: a range ends with an id or, directly after the dash, with its number.
const RANGE = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}.-]_?)(${ID})` +
    `([\`*_]{0,3}(?:\\s{0,3}(?:-{1,3}|–|—|\\.{2,3}|…)\\s{0,3}|\\s{1,3}(?:to|through)\\s{1,3})[\`*_]{0,3})` +
    `(${ID}|\\d{1,9})(?![\\p{L}\\p{M}\\p{N}]|[-_.]{1,3}[\\p{L}\\p{N}])`,
  'gu',
);

/** The maximum number of ids in a range. A longer range counts as its two ends. */
const MAX_COUNT = 300;

/**
 * Returns the ids in a text in order, including all ids of a range: `CHK001-CHK003` is three ids. For rules that check
 * whether an id occurs. Edits and navigation use `idsIn`, which returns only written ids.
 */
export const idsWithRangesIn = memoizeByText((text): readonly NamedId[] => {
  const written = idsIn(text);
  const ranges = idRangesIn(text);
  if (ranges.length === 0) return written;
  return [...outside(written, ranges), ...ranges.flatMap(({ ids }) => ids)].sort((a, b) => a.start - b.start);
});

/** Returns the ids outside of the ranges. Both lists are in the order of the text. */
function outside(written: readonly FoundId[], ranges: readonly Span[]): FoundId[] {
  let next = 0;
  return written.filter(({ start, end }) => {
    while (next < ranges.length && (ranges[next]?.end ?? 0) < end) next++;
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) > start;
  });
}

interface IdRange extends Span {
  ids: NamedId[];
}

/** Returns the ranges of ids in a text, such as `CHK001-CHK003`. */
export function idRangesIn(text: string): IdRange[] {
  if (!/\d/.test(text)) return [];
  return [...text.matchAll(RANGE)].flatMap(match => {
    const [whole, first = '', between = '', last = ''] = match;
    const kind = idKind(first);
    const ids = kind && idsBetween(first, last, /\s/.test(between));
    if (!ids) return [];
    const { index } = match;
    const range = { start: index, end: index + whole.length };
    const atEnd = { start: range.end - last.length, end: range.end };
    const namedIds = ids.map((id, i): NamedId => {
      if (i === 0) return { id, kind, start: index, end: index + first.length };
      if (i === ids.length - 1) return { id, kind, ...atEnd };
      return { id, kind, ...range, implied: true };
    });
    return [{ ...range, ids: namedIds }];
  });
}

/** Returns the ids of a range; undefined if its ends have different prefixes, are reversed, or are too far apart. */
function idsBetween(first: string, last: string, isApart: boolean): string[] | undefined {
  const [name, digits] = splitNumber(first);
  const [lastName, lastDigits] = splitNumber(last);
  // A separate number, or a number with more or fewer digits, may be no id.
  const isRange = lastName === '' ? !isApart && lastDigits.length === digits.length : lastName === name;
  const count = Number(lastDigits) - Number(digits) + 1;
  if (!isRange || !(count >= 2 && count <= MAX_COUNT)) return undefined;
  return Array.from({ length: count }, (_, i) => {
    if (i === count - 1 && lastName !== '') return last;
    return first.slice(0, first.length - digits.length) + String(Number(digits) + i).padStart(digits.length, '0');
  });
}

// Uses the canonical spelling, so that `CHK-001-CHK003` is a range, too.
function splitNumber(id: string): [name: string, digits: string] {
  const digits = /\d+$/.exec(id)?.[0] ?? '';
  const canonical = canonicalId(id);
  return [canonical.slice(0, canonical.length - (/\d+$/.exec(canonical)?.[0] ?? '').length), digits];
}
