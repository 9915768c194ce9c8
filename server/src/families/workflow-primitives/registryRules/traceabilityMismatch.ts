import type {
  CellDefinition,
  PatternedKind,
  RegistryDocument,
  RegistryTable,
  RegistryValue,
} from '../../../model/registry';
import type { DocumentFinding, FixPlan } from '../../../model/rule';
import type { Span } from '../../../model/text';
import { addId, addRow } from '../../../registry/registryEdits';
import { canonicalId } from '../../../registry/registryIds';
import { idsNamedAt, isCompleteRow, rowCell } from '../../../registry/registryRows';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';

/**
 * Reports a link between two ids that a state registry's Traceability Matrix lists in one direction only, such as from a requirement to a check
 * but not back.
 */
export default defineRegistryRule({
  id: 'workflow-primitives/traceability-mismatch',
  severity: 'warning',
  fix: 'adds the id where it is missing',
  check({ registry }, report) {
    for (const section of registry.sections) {
      if (section.definition.id !== 'traceability-matrix') continue;
      const forward = section.tables.flatMap(table => directionOf(registry, table, FORWARD) ?? []);
      const backward = section.tables.flatMap(table => directionOf(registry, table, BACKWARD) ?? []);
      for (const finding of mismatches(registry, forward, backward)) report(finding);
      for (const finding of mismatches(registry, backward, forward)) report(finding);
    }
  },
});

function mismatches(
  registry: RegistryDocument,
  from: readonly Direction[],
  to: readonly Direction[],
): DocumentFinding[] {
  const back = backingOf(to);
  // Compares the two directions of a matrix, such as requirement to check and check to requirement. An empty direction, or one with an open
  // range of ids, is not compared.
  if (back.size === 0 || isEndless(from) || isEndless(to)) return [];
  return from
    .flatMap(({ lines }) => lines)
    .flatMap(line =>
      // One finding per location: a range stands for many ids.
      byPlace(line.others).flatMap(({ ids, at }) => {
        const lacking = ids.flatMap(id => line.ids.filter(own => !isBacked(back, id, own)).map(own => ({ id, own })));
        const [first] = lacking;
        return first ? [mismatch(registry, { ...first, at, more: lacking.length - 1 }, back, to[0])] : [];
      }),
    );
}

function mismatch(
  registry: RegistryDocument,
  { id, own, at, more }: { id: string; own: string; at: Span; more: number },
  back: ReadonlyMap<string, Backing>,
  to: Direction | undefined,
): DocumentFinding {
  const backing = back.get(id);
  const message = backing
    ? t`${own} names ${id} here, but the row of ${id} does not name ${own}. Add it there, or remove this one.`
    : t`${own} names ${id} here, but ${id} has no row in the other direction. Add one, or remove this one.`;
  return {
    at,
    message: more > 0 ? `${message} ${t`The same goes for ${more} more.`}` : message,
    fixes: agreeing(registry, backing?.line, to, { id, other: own }),
  };
}

/** The ids that the rows of one id name, in one direction. */
interface Backing {
  /** The first row. */
  line: Line;
  others: Set<string>;
  /** A row is ambiguous: its cells can't be assigned to columns. */
  isUnsure: boolean;
}

function backingOf(directions: readonly Direction[]): Map<string, Backing> {
  const back = new Map<string, Backing>();
  if (isEndless(directions)) return back;
  for (const line of directions.flatMap(({ lines }) => lines)) {
    for (const id of line.ids) {
      const backing = back.get(id) ?? { line, others: new Set(), isUnsure: false };
      back.set(id, backing);
      if (!line.cell) backing.isUnsure = true;
      for (const other of line.others) backing.others.add(other.id);
    }
  }
  return back;
}

function isBacked(back: ReadonlyMap<string, Backing>, id: string, own: string): boolean {
  const backing = back.get(id);
  return backing !== undefined && (backing.isUnsure || backing.others.has(own));
}

/** Returns whether ranges expand to more pairs than any real registry has. */
function isEndless(directions: readonly Direction[]): boolean {
  const pairs = directions.flatMap(({ lines }) => lines.map(({ ids, others }) => ids.length * others.length));
  return pairs.reduce((sum, count) => sum + count, 0) > MOST_PAIRS;
}

const MOST_PAIRS = 200_000;

function byPlace(others: Line['others']): { ids: string[]; at: Span }[] {
  const places = new Map<string, { ids: string[]; at: Span }>();
  for (const { id, at } of others) {
    const key = `${at.start} ${at.end}`;
    const place = places.get(key) ?? { ids: [], at };
    places.set(key, place);
    place.ids.push(id);
  }
  return [...places.values()];
}

interface Direction {
  table: RegistryTable;
  headOf: (column: CellDefinition) => boolean;
  listOf: (column: CellDefinition) => boolean;
  lines: Line[];
}

interface Line {
  /** The ids of the row: usually one. */
  ids: string[];
  /** The cell with the ids that the row names; unknown in a row with too few or too many cells. */
  cell?: RegistryValue;
  others: { id: string; at: Span }[];
}

const FORWARD = { head: 'FR ID', list: 'CHK IDs', kinds: ['requirement', 'checklist'] } as const;
const BACKWARD = { head: 'CHK ID', list: 'FR IDs', kinds: ['checklist', 'requirement'] } as const;

function directionOf(
  registry: RegistryDocument,
  table: RegistryTable,
  { head, list, kinds: [from, to] }: typeof FORWARD | typeof BACKWARD,
): Direction | undefined {
  const headOf = ({ name }: CellDefinition) => name === head;
  const listOf = ({ name }: CellDefinition) => name === list;
  if (![headOf, listOf].every(is => table.columns.some(({ definition }) => definition && is(definition)))) return;
  const lines = table.rows.flatMap((row): Line[] => {
    const name = rowCell({ table, row }, headOf);
    const cell = rowCell({ table, row }, listOf);
    const ids = name ? idsOf(registry, name, from) : [];
    if (ids.length === 0) return [];
    const own = ids.map(({ id }) => id);
    if (!cell || !isCompleteRow({ table, row })) return [{ ids: own, others: [] }];
    return [{ ids: own, cell, others: idsOf(registry, cell, to) }];
  });
  return { table, headOf, listOf, lines };
}

function idsOf(registry: RegistryDocument, value: RegistryValue, of: PatternedKind): { id: string; at: Span }[] {
  return idsNamedAt(registry, value).flatMap(({ id, kind, start, end }) =>
    kind === of ? [{ id: canonicalId(id), at: { start, end } }] : [],
  );
}

function agreeing(
  registry: RegistryDocument,
  line: Line | undefined,
  direction: Direction | undefined,
  { id, other }: { id: string; other: string },
): FixPlan[] {
  if (line) {
    // In a row of several ids, the fix would add it to all of them.
    const { ids, cell } = line;
    return ids.length > 1 || !cell
      ? []
      : [{ title: t`Add ${other} to ${id}`, do: 'replace', changes: [addId(registry, cell, other)] }];
  }
  const { table, headOf, listOf } = direction ?? {};
  // A row must state how well a requirement is covered, which is unknown here.
  const isKnown = ({ definition }: RegistryTable['columns'][number]) =>
    definition && (headOf?.(definition) || listOf?.(definition) || definition.blank);
  if (!table?.columns.every(isKnown)) return [];
  const change = addRow(registry, table, ({ definition }) =>
    definition && headOf?.(definition) ? id : definition && listOf?.(definition) ? other : undefined,
  );
  return [{ title: t`Add a row for ${id}`, do: 'replace', changes: [change] }];
}
