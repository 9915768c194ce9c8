import type { Family } from '../model/family';
import type { Kind } from '../model/kind';
import { memoizeByObject } from '../text/memoize';

/**
 * Returns the family that a kind belongs to. `families` has only a stand-in for a protocol whose declaration is loaded on demand; for a
 * kind of such a protocol, the loaded family is returned.
 */
export function familyOfKind(kind: Kind, families: readonly Family[]): Family | undefined {
  return familiesByKind(families).get(kind) ?? shippedFamilies.get(kind);
}

const familiesByKind = memoizeByObject(
  (families: readonly Family[]) =>
    new Map(families.flatMap(family => family.kinds.map(kind => [kind, family] as const))),
);

// Once a shipped family is read, its kinds are in no list of families: these are the same before and afterwards.
const shippedFamilies = new WeakMap<Kind, Family>();

/** Remembers the family of the kinds of a shipped family. */
export function rememberKinds(family: Family): void {
  for (const kind of family.kinds) shippedFamilies.set(kind, family);
}

/** Returns whether a kind belongs to a shipped family. */
export function isOfShipped(kind: Kind): boolean {
  return shippedFamilies.has(kind);
}

/** Returns the families with the ids for which `has` is true; a shipped family is loaded. */
export function familiesWithIds(families: readonly Family[], ids: { has(id: string): boolean }): Family[] {
  return families.flatMap(family => (ids.has(family.id) ? readFamily(family) : []));
}

/** The family itself, in place of one that stands in for it. */
export function readFamily(family: Family): Family {
  return family.shipped?.read() ?? family;
}

/**
 * The kinds that a person may name for an envelope: of these families, and of the shipped one that the id begins with, which is read
 * for it. Kinds that are only read are among them.
 */
export function kindsToName(id: string, families: readonly Family[]): readonly Kind[] {
  const named = id.split('/', 1)[0];
  const kinds = families.flatMap(family => (family.id === named ? readFamily(family) : family).kinds);
  const checked = new Set(kinds.filter(({ readOnly }) => !readOnly).map(kind => kind.id));
  // A kind that is only read gives way to that of the protocol of its name.
  return kinds.filter(kind => !kind.fileNames && !(kind.readOnly && checked.has(kind.id)));
}

/** All kinds with a contract. Shipped families are read for it. */
export function checkedKinds(families: readonly Family[]): Kind[] {
  return families
    .flatMap(family => readFamily(family).kinds)
    .filter(({ readOnly, fileNames }) => !readOnly && !fileNames);
}

/** Returns the families with run rules. Returns the same list for the same families, since other results are cached by it. */
export const familiesWithRunRules = memoizeByObject((families: readonly Family[]) => families.filter(hasRunRules));

/** Returns whether a family has rules for runs; a shipped one is not read for it, and the contract of another only if it must be. */
export function hasRunRules(family: Family): boolean {
  const { hasRunRules: isKnown = false, shipped } = family;
  return isKnown || family.runRules.length > 0 || (shipped !== undefined && shipped.rules.length > 0);
}
