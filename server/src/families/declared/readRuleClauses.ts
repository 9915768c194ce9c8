import type { DeclarationFault } from '../../model/rule';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { isObject } from '../../text/jsonPointer';
import { nearestWord } from '../../text/similarNames';
import type { SharedId } from './declaredSymbols';
import type { KindPlaces } from './pointersIntoLists';
import { readPointers } from './readSignature';
import { undeclaredPointer } from './undeclaredPointer';

/** The parameters for reading the rules in a protocol's declaration. */
export interface ReadRulesOptions extends KindPlaces {
  /** The id of the protocol whose declared rules are read. */
  id: string;
  /** The names of the protocol's kinds. */
  kinds: readonly string[];
  /** The names of all kinds, including unusable ones, whose faults are reported elsewhere. Undefined if there are no kinds. */
  named: ReadonlySet<string> | undefined;
  /** The schemas of the kinds, by name. */
  schemas: ReadonlyMap<string, Schema>;
  /** Whether `advances` also checks requests and responses. The rule of agent-io checks only events, which are logged beside those. */
  timesSides?: boolean;
  faults: DeclarationFault[];
}

export type MarkList = ReturnType<typeof markLists>;

/**
 * Collects, for each kind, the JSON pointers to the values that run rules compare. `add` adds the pointers of one value, and returns the
 * index of that value in `Draft.marks`. `ids` are the values of which equal ones are the same id.
 */
export function markLists() {
  const byKind = new Map<string, (readonly string[] | { is: string } | undefined)[]>();
  const ids: SharedId[] = [];
  let count = 0;
  return {
    byKind,
    ids,
    add(of: ReadonlyMap<string, readonly string[] | { is: string }>): number {
      for (const [kind, mark] of of) {
        const list = byKind.get(kind) ?? [];
        byKind.set(kind, list);
        list[count] = mark;
      }
      return count++;
    },
  };
}

export function readKinds(value: unknown, path: Path, options: ReadRulesOptions): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return withInside(readSymbols(value, path, options.kinds, options), options.inside);
}

export function withInside(kinds: readonly string[], inside: ReadRulesOptions['inside']): string[] {
  return kinds.flatMap(kind => [kind, ...(inside.get(kind) ?? []).map(({ name }) => name)]);
}

/** Reads a list of words. If `known` is given, each has to be one of these. */
export function readSymbols(
  value: unknown,
  path: Path,
  known: readonly string[] | undefined,
  { named, faults }: ReadRulesOptions,
): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((word, at) => {
    if (typeof word !== 'string') return [];
    if (!known || known.includes(word)) return [word];
    if (named && !named.has(word)) faults.push({ path: [...path, at], message: unknownKind(word, known) });
    return [];
  });
}

export function readTable(
  value: unknown,
  path: Path,
  known: readonly string[] | undefined,
  options: ReadRulesOptions,
): Map<string, readonly string[]> {
  const { named, faults } = options;
  const table = new Map<string, readonly string[]>();
  for (const [word, words] of isObject(value) ? Object.entries(value) : []) {
    if (!known || known.includes(word)) table.set(word, readSymbols(words, [...path, word], known, options));
    else if (named && !named.has(word)) {
      faults.push({ path: [...path, word], on: 'key', message: unknownKind(word, known) });
    }
  }
  return table;
}

function unknownKind(word: string, known: readonly string[]): string {
  const meant = nearestWord(word, known);
  const shown = word.slice(0, 60);
  return meant === undefined
    ? t`"${shown}" is no kind here; there are ${known
        .slice(0, 20)
        .map(one => `"${one}"`)
        .join(', ')}.`
    : t`"${shown}" is no kind here; did you mean "${meant}"?`;
}

/** Reads pointers by kind: one pointer for all kinds, or an object with the names of kinds. */
export function pointersByKind(
  value: unknown,
  path: Path,
  all: readonly string[],
  { kinds, named, inside, schemas, faults }: ReadRulesOptions,
  mayList = false,
): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const read = (one: unknown, at: Path, of: readonly string[]) => {
    const pointers = readPointers(one, at, faults, mayList);
    const known = of.flatMap(kind => schemas.get(kind) ?? []);
    for (const [index, pointer] of pointers.entries()) {
      const message = known.length > 0 ? undeclaredPointer(pointer, known) : undefined;
      if (message) faults.push({ path: Array.isArray(one) ? [...at, index] : at, severity: 'warning', message });
    }
    return pointers;
  };
  if (!isObject(value)) {
    const pointers = read(value, path, all);
    if (pointers.length > 0) for (const kind of all) if (kinds.includes(kind)) found.set(kind, pointers);
  } else {
    for (const [kind, one] of Object.entries(value)) {
      if (kinds.includes(kind)) found.set(kind, read(one, [...path, kind], [kind]));
      else if (named && !named.has(kind)) {
        faults.push({ path: [...path, kind], on: 'key', message: unknownKind(kind, kinds) });
      }
    }
  }
  for (const [kind, pointers] of [...found]) {
    for (const { name, prefix } of inside.get(kind) ?? [])
      found.set(
        name,
        pointers.map(pointer => prefix + pointer),
      );
  }
  return found;
}

const MOST_CLAUSES = 50;

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST_CLAUSES) : [];
}
