import type { CellDefinition, PatternedKind } from '../model/registry';
import type {
  RegistryDocument,
  RegistryRow,
  RegistrySection,
  RegistryTable,
  RegistryValue,
} from '../model/registryDocument';
import type { Span } from '../model/text';
import { canonicalId, type FoundId, idsIn } from './ids';
import { idsWithRangesIn, type NamedId } from './ranges';

/** A row with its table and section. */
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

/** The rows of all tables that define an id of this kind, in order. */
export function sectionEntries(registry: RegistryDocument, kind: PatternedKind): Entry[] {
  return tablesDefining(registry, kind).flatMap(({ section, table }) =>
    table.rows.flatMap(row => {
      const cell = rowCell({ table, row }, ({ defines }) => defines === kind);
      const ids = cell ? idsAt(registry, cell).filter(found => found.kind === kind) : [];
      return ids.map(({ id, ...at }) => ({ id: canonicalId(id), at, section, table, row }));
    }),
  );
}

/** The ids of this kind that rows define, including those within a range. */
export function idsDefined(registry: RegistryDocument, kind: PatternedKind): ReadonlySet<string> {
  const ids = tablesDefining(registry, kind).flatMap(({ table }) =>
    table.rows.flatMap(row => {
      const cell = rowCell({ table, row }, ({ defines }) => defines === kind);
      return cell ? idsNamedAt(registry, cell).filter(found => found.kind === kind) : [];
    }),
  );
  return new Set(ids.map(({ id }) => canonicalId(id)));
}

/** The tables whose columns define ids of this kind. */
export function tablesDefining(registry: RegistryDocument, kind: PatternedKind): Omit<TableRow, 'row'>[] {
  return registry.sections.flatMap(section =>
    section.tables
      .filter(({ columns }) => columns.some(({ definition }) => definition?.defines === kind))
      .map(table => ({ section, table })),
  );
}

/** The cell of a row in the first matching column. */
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

/** The ids in a cell or a field, with their spans in the document. */
export function idsAt({ markdown }: RegistryDocument, { at }: RegistryValue): FoundId[] {
  return idsIn(markdown.text.slice(at.start, at.end)).map(id => shiftSpan(id, at.start));
}

/** Like `idsAt`, but includes the ids that a range implies. */
export function idsNamedAt({ markdown }: RegistryDocument, { at }: RegistryValue): NamedId[] {
  return idsWithRangesIn(markdown.text.slice(at.start, at.end)).map(id => shiftSpan(id, at.start));
}

function shiftSpan<T extends Span>(span: T, by: number): T {
  return { ...span, start: by + span.start, end: by + span.end };
}
