import type { Condition } from '../../model/kind';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { compileCondition } from '../../rules/compileCondition';
import { withIncluded } from '../../slots/applicableSchemas';
import { atPath, formatPointer, isObject, parsePointer, pointerPathIn } from '../../text/jsonPointer';

/** A value in an envelope, and its path there. */
interface PlacedValue {
  value: unknown;
  path: Path;
}

/** Returns whether a JSON pointer leads to the elements of a list or into them, as `/items/*` does. */
export function hasList(pointer: string): boolean {
  return pointer.includes('*') && parsePointer(pointer).includes('*');
}

/** Returns whether a pointer leads to the members of a list, or into a member. In the pointer, `*` stands for the members. */
export function isInMember(pointer: string, list: string): boolean {
  return pointer === `${list}/*` || pointer.startsWith(`${list}/*/`);
}

/** Returns the values at a pointer, in which `*` stands for each element of a list. */
export function valuesAt(value: unknown, pointer: string): PlacedValue[] {
  let found: PlacedValue[] = [{ value, path: [] }];
  for (const step of parsePointer(pointer)) {
    found = found.flatMap(({ value: here, path }): PlacedValue[] => {
      if (step === '*') {
        return Array.isArray(here) ? here.map((one, index) => ({ value: one, path: [...path, index] })) : [];
      }
      const next = atPath(here, [step]);
      return next === undefined
        ? []
        : [{ value: next, path: [...path, ...pointerPathIn(here, formatPointer([step]))] }];
    });
  }
  return found;
}

/** A list that is a property of a kind, with the kinds of its elements. */
export interface ListPlace {
  at: string;
  when?: Condition;
  /** The kinds of its elements. */
  names: string[];
}

/** Separates the values of a list in one mark. */
export const BETWEEN_MARKS = '\0';

/** The places of the envelopes of a protocol inside other JSON. */
export interface KindPlaces {
  /** For each kind, the names under which its envelopes are recognised inside other JSON, with the pointers to them. */
  inside: ReadonlyMap<string, readonly { name: string; prefix: string }[]>;
  /** The lists of each kind. */
  lists: ReadonlyMap<string, readonly ListPlace[]>;
  /** Returns the kind, of those given, that a value is most likely of. */
  kindAmong(value: unknown, names: readonly string[]): string | undefined;
}

/**
 * Finds the envelopes of some kinds in an envelope: itself, the one inside of it, and those in its lists.
 *
 * @param of names of kinds
 * @returns a function of an envelope and the name of its kind
 */
export function envelopesOf(
  of: readonly string[],
  { inside, lists, kindAmong }: KindPlaces,
): (envelope: unknown, name: string) => PlacedValue[] {
  const wanted = new Set(of);
  const around = new Map(
    [...inside].flatMap(([kind, all]) => all.map(({ name, prefix }) => [name, { kind, prefix }] as const)),
  );
  const ownLists = new Map(
    [...lists].map(([name, all]) => [
      name,
      all.map(list => ({ ...list, isMet: list.when === undefined ? () => true : compileCondition(list.when) })),
    ]),
  );
  return (envelope, name) => {
    const { kind, prefix } = around.get(name) ?? { kind: name, prefix: '' };
    const found: PlacedValue[] = [];
    for (const one of valuesAt(envelope, prefix)) visit(one, kind, found);
    return found;
  };

  function visit({ value, path }: PlacedValue, kind: string, found: PlacedValue[]): void {
    if (wanted.has(kind)) found.push({ value, path });
    for (const { at, names, isMet } of ownLists.get(kind) ?? []) {
      if (!isMet(value)) continue;
      for (const member of valuesAt(value, at)) {
        const own = names.length === 1 ? names[0] : kindAmong(member.value, names);
        // Each step leads deeper into the value.
        if (own !== undefined) visit({ value: member.value, path: [...path, ...member.path] }, own, found);
      }
    }
  }
}

/** Returns the name of the schema that a value most likely matches, by its required properties and their fixed values. */
export function likeliestKind(
  value: unknown,
  schemas: readonly (readonly [name: string, Schema])[],
): string | undefined {
  if (!isObject(value)) return undefined;
  let best: { name: string; score: number } | undefined;
  for (const [name, schema] of schemas) {
    const { required = [], properties = {} } = withIncluded(schema);
    let score = 0;
    for (const key of required) {
      const { const: only, enum: several = only === undefined ? undefined : [only] } = properties[key] ?? {};
      if (!Object.hasOwn(value, key)) score -= 1;
      else score += several === undefined ? 1 : several.includes(value[key]) ? TELLING : 0;
    }
    if (!best || score > best.score) best = { name, score };
  }
  return best?.name;
}

/** The weight of a fixed value, compared with that of a property. */
const TELLING = 3;
