import type { Condition, FieldPointers, KindDeclaration, ToolCallPointers } from '../../model/kind';
import type { DeclarationFault } from '../../model/rule';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { applicableSchema } from '../../slots/applicableSchemas';
import type { RawSchema } from '../../slots/subschemas';
import { isObject, parsePointer } from '../../text/jsonPointer';
import { nearestWord } from '../../text/similarNames';
import { conditionToSchema } from './conditionToSchema';
import type { ListPlace } from './pointersIntoLists';
import type { DeclaredSchema } from './readDeclaredSchema';
import { readPointer, readRuleCondition } from './readSignature';

/** A place in other JSON where an envelope of a declared kind may be found, such as `/result` in an answer of JSON-RPC. */
export interface InsidePlace {
  /** The name of the kind. */
  name: string;
  /** The path of this entry in the declaration. */
  path: Path;
  /** The pointer to the place; for a list, with `*` for its elements. */
  at: string;
  /** The condition that the JSON around the envelope must meet. */
  when?: Condition;
}

/** Returns whether a place is a list, which is then a property of another kind. */
export function isList({ at }: InsidePlace): boolean {
  return at.endsWith('/*');
}

/** Reads the clause `in` of a kind: pointers, or objects with a pointer and a condition. */
export function readInside(value: unknown, name: string, faults: DeclarationFault[]): InsidePlace[] {
  return (Array.isArray(value) ? value.slice(0, MOST) : []).flatMap((one, index): InsidePlace[] => {
    const path = ['kinds', name, 'in', index];
    const say = (message: string, where: Path = path): [] => {
      faults.push({ path: where, message });
      return [];
    };
    const at = isObject(one)
      ? readPointer(one.at, [...path, 'at'], faults, true)
      : readPointer(one, path, faults, true);
    const given = isObject(one) ? one.when : undefined;
    const when = given === undefined ? undefined : readRuleCondition(given, [...path, 'when'], faults);
    if (at === undefined || (given !== undefined && when === undefined)) return [];
    const message = wrongPlace(at);
    if (message !== undefined) return say(message);
    const place: InsidePlace = { name, path, at, ...(when !== undefined && { when }) };
    if (when === undefined || !isList(place) || conditionToSchema(when) !== undefined) return [place];
    return say(NO_SCHEMA, [...path, 'when']);
  });
}

const MOST = 20;
const NO_SCHEMA = t`The condition of a list must be a pointer, "all", "any", "not", or "at" with "is", "type", "startsWith" or "endsWith", and its pointers lead through objects.`;

function wrongPlace(at: string): string | undefined {
  const steps = parsePointer(at);
  if (steps.every(step => step === '*')) {
    return t`An envelope stands inside of something: give a pointer with a property, such as "/result".`;
  }
  const shown = JSON.stringify(at.slice(0, 60));
  const glued = steps.find(step => step !== '*' && step.includes('*'));
  if (glued !== undefined) {
    return t`${shown} names no place: the elements of a list are a step of their own, such as "/${glued.replaceAll('*', '').slice(0, 40)}/*".`;
  }
  return steps.includes('*') && steps.at(-1) !== '*'
    ? t`${shown} leads into the elements of a list; a place ends with them ("/history/*"). Declare a kind for them, with this place in it.`
    : undefined;
}

/**
 * Finds the lists in which envelopes of some kinds are elements, by the name of the kind that has the list. A list that no kind has is a fault.
 *
 * @param kinds all kinds as they are shown, by name
 * @param isWhole whether all kinds of the declaration could be read
 */
export function listsOfKinds(
  places: readonly InsidePlace[],
  kinds: ReadonlyMap<string, Schema>,
  { isWhole, faults }: { isWhole: boolean; faults: DeclarationFault[] },
): Map<string, ListPlace[]> {
  const lists = new Map<string, ListPlace[]>();
  const owners = new Map<string, string[]>();
  for (const [name, schema] of kinds) {
    for (const key of Object.keys(applicableSchema(schema, schema, {}).properties ?? {})) {
      owners.set(key, [...(owners.get(key) ?? []), name]);
    }
  }
  for (const { name, path, at, when } of places.filter(isList)) {
    const [root = ''] = parsePointer(at);
    const having = owners.get(root) ?? [];
    for (const owner of having) addList(lists, owner, { at, names: [name], ...(when !== undefined && { when }) });
    if (having.length > 0 || !isWhole) continue;
    const meant = nearestWord(root, owners.keys());
    const shown = root.slice(0, 60);
    const message =
      meant === undefined
        ? t`No kind here has the property "${shown}": a list belongs to a kind that declares it.`
        : t`No kind here has the property "${shown}"; did you mean "${meant}"?`;
    faults.push({ path, severity: 'warning', message });
  }
  return lists;
}

/** Adds a list to the kind that has it. Elements of a list may be of several kinds. */
function addList(lists: Map<string, ListPlace[]>, owner: string, list: ListPlace): void {
  const own = lists.get(owner) ?? [];
  const same = own.find(({ at, when }) => at === list.at && JSON.stringify(when) === JSON.stringify(list.when));
  if (same) same.names.push(...list.names);
  else own.push({ ...list, names: [...list.names] });
  lists.set(owner, own);
}

/** All kinds of a declaration, and the lists that they have. */
export interface KindSchemas {
  schemas: ReadonlyMap<string, DeclaredSchema>;
  lists: ReadonlyMap<string, readonly ListPlace[]>;
}

/**
 * Returns the schema of a kind with the schemas of the elements of its lists; the same object if it has no lists. Its references are not linked
 * yet.
 */
export function withLists(name: string, own: RawSchema, kinds: KindSchemas): RawSchema {
  const lists = kinds.lists.get(name) ?? [];
  return lists.length === 0 ? own : withKinds({ ...own, ...conditionsOf(own, lists) }, namesIn(lists), kinds);
}

/** Returns the schema of an object that has an envelope of a kind at a pointer. Its references are not linked yet. */
export function schemaAround(pointer: string, name: string, kinds: KindSchemas): RawSchema {
  const around = parsePointer(pointer).reduceRight<RawSchema>(
    (schema, step) => ({
      type: 'object',
      required: [step],
      properties: { [step]: schema },
      additionalProperties: true,
    }),
    { $ref: idOf(name) },
  );
  const { $schema } = kinds.schemas.get(name)?.compiled ?? {};
  return withKinds({ ...($schema !== undefined && { $schema }), ...around }, [name], kinds);
}

function namesIn(lists: readonly ListPlace[]): string[] {
  return lists.flatMap(({ names }) => names);
}

/** Adds the schemas of some kinds, and of the elements of their lists, each under its own id. */
function withKinds(schema: RawSchema, names: readonly string[], kinds: KindSchemas): RawSchema {
  const $defs: Record<string, unknown> = isObject(schema.$defs) ? { ...schema.$defs } : {};
  const all = new Set(names);
  for (const name of all) {
    const lists = kinds.lists.get(name) ?? [];
    for (const one of namesIn(lists)) all.add(one);
    const { compiled, linked } = kinds.schemas.get(name) ?? { compiled: {}, linked: {} };
    const { $id, $schema: _, ...own } = compiled;
    // A schema with dynamic references may refer to itself by its own id.
    const isNamed = compiled !== linked && $id !== undefined;
    const inner: RawSchema = isNamed ? { allOf: [{ $id, ...own }] } : own;
    $defs[freeName(name, $defs)] = { ...inner, $id: idOf(name), ...conditionsOf(inner, lists) };
  }
  return { ...schema, $defs };
}

function idOf(name: string): string {
  return `agent-envelopes:/kinds/${name}`;
}

/** Returns a name that an object does not have: the wanted one, or the wanted one with a number. */
export function freeName(wanted: string, taken: object): string {
  let name = wanted;
  for (let count = 2; Object.hasOwn(taken, name); count++) name = `${wanted}-${count}`;
  return name;
}

/** Returns the clauses of a schema with the schemas of its lists' elements. */
function conditionsOf({ allOf }: RawSchema, lists: readonly ListPlace[]): RawSchema {
  if (lists.length === 0) return {};
  const added = lists.map(({ at, when, names }): RawSchema => {
    const kinds = names.map(name => ({ $ref: idOf(name) }));
    const inList = parsePointer(at).reduceRight<RawSchema>(
      (below, step) => (step === '*' ? { items: below } : { properties: { [step]: below } }),
      kinds.length === 1 ? (kinds[0] as RawSchema) : { anyOf: kinds },
    );
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return when === undefined ? inList : { if: conditionToSchema(when), then: inList };
  });
  return { allOf: [...(Array.isArray(allOf) ? allOf : []), ...added] };
}

type Pointing = 'signature' | 'fieldPointers' | 'carries' | 'usage' | 'toolCall' | 'steps';

/** Returns a kind for envelopes inside other JSON: its pointers begin with the pointer to the envelope. */
export function insideKind<K extends Pick<KindDeclaration, Pointing>>(
  kind: K,
  { at, when }: Pick<InsidePlace, 'at' | 'when'>,
): Pick<K, Pointing> {
  const { carries, fieldPointers, usage, signature, toolCall, steps } = kind;
  const moved = (fields: Partial<Record<string, string[]>>) =>
    Object.fromEntries(Object.entries(fields).map(([field, pointers = []]) => [field, pointers.map(one => at + one)]));
  return {
    signature: {
      keys: {},
      evidence: when === undefined ? [] : [{ when: { not: when }, weight: -RULED_OUT }],
      open: true,
      inside: { at, signature },
    },
    fieldPointers: moved(fieldPointers) as FieldPointers,
    ...(steps && { steps: { ...steps, rules: [{ in: at, steps: steps.rules }], tells: moved(steps.tells ?? {}) } }),
    ...(usage && { usage: moved(usage) as NonNullable<KindDeclaration['usage']> }),
    ...(carries && { carries: { ...carries, items: at + carries.items } }),
    ...(toolCall && {
      toolCall: Object.fromEntries(
        Object.entries(toolCall).map(([name, pointer]) => [name, at + pointer]),
      ) as ToolCallPointers,
    }),
  };
}

// More than any evidence for a kind.
const RULED_OUT = 100;
