import type { FixPlan } from '../model/rule';
import type { Schema, SchemaFault } from '../model/schema';
import type { Path } from '../model/text';
import { fillFix } from '../rules/defineRule';
import { t } from '../shared/l10n';
import { applicableSchema, hasAlternatives, matchesSchema, schemaAt } from '../slots/applicableSchemas';
import { generatedSlot, generateNothing, minimalValue } from '../slots/sampleValue';
import { atPath, isObject } from '../text/jsonPointer';
import { formatInstant, isDateOnly, parseInstant } from '../text/parseTime';
import { isLikelyTypo, nearestWord } from '../text/similarNames';

/** A value in an envelope that violates its schema, with what its quick fixes depend on. */
interface ValueFixOptions {
  found: unknown;
  /** The intended value, if clear. */
  meant: unknown;
  /** The applicable schema of the value. */
  schema: Schema;
  root: Schema;
  /** The whole envelope. */
  value: unknown;
}

/** Returns quick fixes for a value that violates its schema. */
export function schemaErrorFixes(fault: SchemaFault, path: Path, faulty: ValueFixOptions): FixPlan[] {
  const { found, meant, schema } = faulty;
  const slot = generatedSlot(schema);
  if (found === null && isOptional(path, faulty))
    return [
      {
        title: t`Remove ${JSON.stringify(path.at(-1))}, which is null`,
        do: 'remove',
        path,
        // The fix is uncertain if the contract does not declare the name.
        certain: isDeclared(path, faulty),
      },
    ];
  const retyped = schema.enum?.find(choice => isRetyped(choice, found));
  if (fault.keyword === 'enum' && retyped !== undefined) return [{ ...setFix(path, retyped), certain: true }];
  const time = timeMeant(fault, faulty);
  if (time !== undefined) return [{ ...setFix(path, time), certain: true }];
  const ordered = orderedTime(fault, faulty);
  if (ordered !== undefined) return [setFix(path, ordered)];
  if (meant !== undefined) return [replacementFix(fault, path, faulty)];
  const answer = fault.keyword === 'type' ? answerMeant(faulty) : undefined;
  if (answer !== undefined) return [{ ...setFix(path, answer), certain: true }];
  const share = shareMeant(faulty);
  if (share !== undefined) return [setFix(path, share)];
  const wrapped = fault.keyword === 'type' ? wrapFix(path, faulty) : undefined;
  if (wrapped) return [wrapped];
  if (fault.keyword === 'enum') return choices(schema).map(choice => setFix(path, choice));
  return slot !== undefined ? [fillFix(path, slot)] : [];
}

// Whether two values are equal except for their quotes.
function isRetyped(choice: unknown, found: unknown): boolean {
  return typeof choice !== 'object' && typeof choice !== typeof found && String(choice) === found;
}

// A null property means the same as a missing one where the schema does not allow null.
function isOptional(path: Path, { root, value }: ValueFixOptions): boolean {
  const key = path.at(-1);
  if (typeof key !== 'string') return false;
  const holder = schemaAt(root, value, path.slice(0, -1));
  return holder !== undefined && !holder.required?.includes(key);
}

function isDeclared(path: Path, { root, value }: ValueFixOptions): boolean {
  const holder = schemaAt(root, value, path.slice(0, -1));
  return !hasAlternatives(holder ?? {}) && Object.hasOwn(holder?.properties ?? {}, String(path.at(-1)));
}

/** Returns the valid spelling of a time: converted from epoch numbers, or with a zone added. */
function timeMeant({ keyword }: SchemaFault, { found, schema }: ValueFixOptions): string | undefined {
  if (schema['x-slot'] !== 'time' || (keyword !== 'format' && keyword !== 'type')) return undefined;
  const instant = parseInstant(found);
  if (instant === undefined || (typeof found === 'string' && !saysWhen(found))) return undefined;
  return formatInstant(instant);
}

/** Returns a time that is written with the year first and other marks, such as `2024/01/15 10:30:00`, as ISO 8601 writes it. */
function orderedTime({ keyword }: SchemaFault, { found, schema }: ValueFixOptions): string | undefined {
  if (schema['x-slot'] !== 'time' || keyword !== 'format' || typeof found !== 'string') return undefined;
  const [, year = '', month = '', day = '', clock = '', zone = 'Z'] = ORDERED.exec(found) ?? [];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = `${date}T${clock}${zone}`;
  return isDateOnly(date) && parseInstant(time) !== undefined ? time : undefined;
}

const ORDERED = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:T| {1,4})(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:\d\d)?$/;

/** Returns the boolean that a word such as "yes" means. */
function answerMeant({ found, schema }: ValueFixOptions): boolean | undefined {
  if (schema.type !== 'boolean' || typeof found !== 'string') return undefined;
  return ANSWERS.get(found.trim().toLowerCase());
}

const ANSWERS = new Map([
  ...['yes', 'y', 'on'].map(word => [word, true] as const),
  ...['no', 'n', 'off'].map(word => [word, false] as const),
]);

/** Wraps a name or text in the required object, under the only property that can hold it. */
function wrapFix(path: Path, { found, schema, root }: ValueFixOptions): FixPlan | undefined {
  const { type, required = [], properties = {} } = schema;
  if (type !== 'object' || typeof found !== 'string' || found.trim() === '') return undefined;
  const texts = required.filter(key => properties[key]?.type === 'string');
  const named = texts.filter(key => NAME_SLOTS.has(properties[key]?.['x-slot'] ?? ''));
  // A text with blanks can't be a name.
  const candidates = /\s/.test(found) ? texts.filter(key => !named.includes(key)) : named.length > 0 ? named : texts;
  const [key, ...more] = candidates;
  if (key === undefined || more.length > 0) return undefined;
  const value = Object.fromEntries(
    required.map(name => [name, name === key ? found : minimalValue(properties[name] ?? {}, root, generateNothing)]),
  );
  return { title: t`Put it into an object as "${key}"`, do: 'set', path, value };
}

const NAME_SLOTS: ReadonlySet<string> = new Set(['agent', 'tool']);

/** Returns the fraction that was written as a percentage. A number below ten may also mean a score out of ten. */
function shareMeant({ found, schema }: ValueFixOptions): number | undefined {
  const percent = typeof found === 'string' ? Number(/^\s*(\d{1,3}(?:\.\d+)?)\s*%\s*$/.exec(found)?.[1]) : found;
  if (schema.type !== 'number' || schema.maximum !== 1 || schema.minimum !== 0 || typeof percent !== 'number')
    return undefined;
  const isLikely = typeof found === 'string' ? percent >= 0 : percent >= 10;
  return isLikely && percent <= 100 ? Number((percent / 100).toPrecision(12)) : undefined;
}

// A date without a time is no time: its end looks like a zone.
function saysWhen(time: string): boolean {
  if (time.length > 100) return false;
  return /^[\d.]+$/.test(time) || (/:\d\d.*(Z|[+-]\d\d:?\d\d)$/i.test(time) && isDateOnly(time.slice(0, 10)));
}

function replacementFix(fault: SchemaFault, path: Path, { found, meant, schema }: ValueFixOptions): FixPlan {
  // Keeps the digits as written: a number may have more than a double holds.
  if (typeof found === 'number' && typeof meant === 'string')
    return { title: t`Change to "${meant}"`, do: 'quote', path, certain: Number.isSafeInteger(found) };
  const words = [schema.enum ?? schema.const ?? meant].flat().map(String);
  // The same number or boolean, without its quotes.
  const certain = fault.keyword === 'type' || (typeof found === 'string' && isLikelyTypo(found, String(meant), words));
  return { ...setFix(path, meant), certain };
}

function setFix(path: Path, value: unknown): FixPlan {
  return { title: t`Change to ${JSON.stringify(value)}`, do: 'set', path, value };
}

function choices({ enum: allowed = [] }: Schema): unknown[] {
  return allowed.slice(0, MOST);
}

// For a long list of allowed values the editor's completion is the better choice.
const MOST = 6;

interface UnknownPropertyOptions {
  /** The applicable schema of the object that holds the property. */
  schema: Schema;
  root: Schema;
  /** The whole envelope. */
  value: unknown;
}

/** Fixes for an unknown property: rename it, move it to an object that declares it, or remove it. */
export function unknownPropertyFixes(path: Path, around: UnknownPropertyOptions): FixPlan[] {
  const key = String(path.at(-1));
  const kept = [...renameFixes(path, key, around), ...moveFixes(path, key, around)];
  // A property that can be moved or renamed is not removed, unless its object is closed.
  const isUnwanted = kept.length === 0 || around.schema.additionalProperties === false;
  return isUnwanted ? [...kept, { title: t`Remove "${key.slice(0, 60)}"`, do: 'remove', path }] : kept;
}

function renameFixes(path: Path, key: string, { schema, value }: UnknownPropertyOptions): FixPlan[] {
  const holder = atPath(value, path.slice(0, -1));
  const names = Object.keys(schema.properties ?? {});
  const free = names.filter(name => !isObject(holder) || !Object.hasOwn(holder, name));
  const to = nearestWord(key, free);
  return to === undefined
    ? []
    : [
        {
          title: t`Rename to "${to}"`,
          do: 'rename',
          path,
          to,
          // An alternative may mean a name of its own.
          certain: !hasAlternatives(schema) && schema.elsewhere?.includes(key) !== true && isLikelyTypo(key, to, names),
        },
      ];
}

// Offers a move only if exactly one place is free and accepts the value.
function moveFixes(path: Path, key: string, { root, value }: UnknownPropertyOptions): FixPlan[] {
  const places = knownPlaces(key, root, value);
  const [place] = places;
  if (!place || places.length > 1 || isPrefix(path, place.holder)) return [];
  const { holder, schema } = place;
  const found = atPath(value, path);
  const there = atPath(value, holder);
  const isFree = there === undefined || (isObject(there) && !Object.hasOwn(there, key));
  if (!isFree || !matchesSchema(schema, found)) return [];
  if (there === undefined && !canBeMade(holder, value)) return [];
  const where = holder.length === 0 ? t`the root` : `"${holder.join('.')}"`;
  return [{ title: t`Move to ${where}`, do: 'move', path, to: [...holder, key] }];
}

interface KnownPlace {
  holder: Path;
  /** The schema of the property. */
  schema: Schema;
}

/** Returns the objects of an envelope, present or missing, that declare a property of this name; objects in lists are not searched. */
function knownPlaces(key: string, root: Schema, value: unknown): KnownPlace[] {
  const found: KnownPlace[] = [];
  const look = (subschema: Schema, here: unknown, holder: Path): void => {
    const { properties = {} } = applicableSchema(subschema, root, here);
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

// Whether missing objects on the way can be created: not through a value of another type.
function canBeMade(holder: Path, value: unknown): boolean {
  return holder.every((_, index) => {
    const there = atPath(value, holder.slice(0, index));
    return there === undefined || isObject(there);
  });
}

function isPrefix(outer: Path, inner: Path): boolean {
  return outer.length <= inner.length && outer.every((step, index) => inner[index] === step);
}
