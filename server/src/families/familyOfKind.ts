import type { Family } from '../model/family';
import type { Kind } from '../model/kind';
import { memoizeByObject } from '../text/memoize';

/**
 * Returns the family, which is a protocol or log format, that a kind of envelope belongs to. `families` has only a stand-in for a protocol whose
 * declaration is loaded on demand; for a kind of such a protocol, the loaded family is returned.
 */
export function familyOfKind(kind: Kind, families: readonly Family[]): Family | undefined {
  return familiesByKind(families).get(kind) ?? shippedFamilies.get(kind);
}

const familiesByKind = memoizeByObject(
  (families: readonly Family[]) =>
    new Map(families.flatMap(family => family.kinds.map(kind => [kind, family] as const))),
);

// The shipped family of each of its kinds. Lists of families contain only a stand-in for a shipped family, before and after it is loaded.
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

/** Returns the family itself, which may first be loaded in place of its stand-in. */
export function readFamily(family: Family): Family {
  return family.shipped?.read() ?? family;
}

/**
 * Returns the kinds that a user may name for an envelope: those of these families, and of the shipped family that the id begins with, which is
 * loaded for this. Includes read-only kinds.
 */
export function kindsToName(id: string, families: readonly Family[]): readonly Kind[] {
  const named = id.split('/', 1)[0];
  const kinds = families.flatMap(family => (family.id === named ? readFamily(family) : family).kinds);
  const checked = new Set(kinds.filter(({ readOnly }) => !readOnly).map(kind => kind.id));
  // A kind of a protocol takes precedence over a read-only kind with the same id.
  return kinds.filter(kind => !kind.fileNames && !(kind.readOnly && checked.has(kind.id)));
}

/** Returns all kinds with a contract. Loads the shipped families. */
export function checkedKinds(families: readonly Family[]): Kind[] {
  return families
    .flatMap(family => readFamily(family).kinds)
    .filter(({ readOnly, fileNames }) => !readOnly && !fileNames);
}

/** Returns the families with run rules. Returns the same list for the same families, since other results are cached by it. */
export const familiesWithRunRules = memoizeByObject((families: readonly Family[]) => families.filter(hasRunRules));

/** Returns whether a family has run rules. A shipped family is not loaded for this; of any other, the contract is loaded only if necessary. */
export function hasRunRules(family: Family): boolean {
  const { hasRunRules: isKnown = false, shipped } = family;
  return isKnown || family.runRules.length > 0 || (shipped !== undefined && shipped.rules.length > 0);
}
