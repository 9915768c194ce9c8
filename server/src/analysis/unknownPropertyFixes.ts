import type { FixPlan } from '../model/rule';
import type { Schema } from '../model/schema';
import type { Path } from '../model/text';
import { applicableSchema, matchesSchema } from '../slots/applicableSchemas';
import { isLikelyTypo, nearestWord } from '../text/names';
import { atPath, isObject } from '../text/pointer';

interface UnknownPropertyContext {
  /** Applicable to the object that holds the property. */
  schema: Schema;
  root: Schema;
  /** The whole envelope. */
  value: unknown;
}

/** Fixes for an unknown property: rename it, move it to where it is known, else remove it. */
export function unknownPropertyFixes(path: Path, around: UnknownPropertyContext): FixPlan[] {
  const key = String(path.at(-1));
  const kept = [...renameFixes(path, key, around), ...moveFixes(path, key, around)];
  // A property that can be moved or renamed is not removed, unless its object is closed.
  const isUnwanted = kept.length === 0 || around.schema.additionalProperties === false;
  return isUnwanted ? [...kept, { title: `Remove "${key.slice(0, 60)}"`, do: 'remove', path }] : kept;
}

function renameFixes(path: Path, key: string, { schema, value }: UnknownPropertyContext): FixPlan[] {
  const holder = atPath(value, path.slice(0, -1));
  const names = Object.keys(schema.properties ?? {});
  const free = names.filter(name => !isObject(holder) || !Object.hasOwn(holder, name));
  const to = nearestWord(key, free);
  return to === undefined
    ? []
    : [{ title: `Rename to "${to}"`, do: 'rename', path, to, certain: isLikelyTypo(key, to, names) }];
}

// Only where exactly one place is free and accepts the value.
function moveFixes(path: Path, key: string, { root, value }: UnknownPropertyContext): FixPlan[] {
  const places = knownPlaces(key, root, value);
  const [place] = places;
  if (!place || places.length > 1 || isPrefix(path, place.holder)) return [];
  const { holder, schema } = place;
  const found = atPath(value, path);
  const there = atPath(value, holder);
  const isFree = there === undefined || (isObject(there) && !Object.hasOwn(there, key));
  if (!isFree || !matchesSchema(schema, found)) return [];
  if (there === undefined && !canBeMade(holder, value)) return [];
  const where = holder.length === 0 ? 'the root' : `"${holder.join('.')}"`;
  return [{ title: `Move to ${where}`, do: 'move', path, to: [...holder, key] }];
}

interface KnownPlace {
  holder: Path;
  /** Of the property. */
  schema: Schema;
}

/**
 * The objects of an envelope, present or missing, that know a property of this name; objects in lists are not searched.
 */
function knownPlaces(key: string, root: Schema, value: unknown): KnownPlace[] {
  const found: KnownPlace[] = [];
  const look = (part: Schema, here: unknown, holder: Path): void => {
    const { properties = {} } = applicableSchema(part, root, here);
    for (const [name, schema] of Object.entries(properties)) {
      const below = isObject(here) && Object.hasOwn(here, name) ? here[name] : undefined;
      const inEffect = applicableSchema(schema, root, below);
      if (name === key) found.push({ holder, schema: inEffect });
      if (holder.length < DEEPEST && inEffect.properties) look(schema, below, [...holder, name]);
    }
  };
  look(root, value, []);
  return found;
}

const DEEPEST = 4;

// Where another value is on the way, no object can be created.
function canBeMade(holder: Path, value: unknown): boolean {
  return holder.every((_, index) => {
    const there = atPath(value, holder.slice(0, index));
    return there === undefined || isObject(there);
  });
}

function isPrefix(outer: Path, inner: Path): boolean {
  return outer.length <= inner.length && outer.every((step, index) => inner[index] === step);
}
