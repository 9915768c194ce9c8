import type { Family } from '../../model/family';
import type { DeclarationFault } from '../../model/rule';
import type { Schema } from '../../model/schema';
import { t } from '../../shared/l10n';
import { sanitizeSchema } from '../../slots/sanitizeSchema';
import type { RawSchema } from '../../slots/subschemas';
import { atPath, isObject, parsePointer } from '../../text/jsonPointer';
import { misspeltKey } from '../../text/similarNames';
import { defineFamily } from '../defineFamily';
import { shortLine } from '../drafts/createDraft';
import { compileStepLists } from '../mapping/compileRules';
import { declaredReader } from '../mapping/declaredReader';
import { readDeclaredRules } from './declaredRules';
import { declaredSymbols } from './declaredSymbols';
import {
  freeName,
  type InsidePlace,
  insideKind,
  isList,
  type KindSchemas,
  listsOfKinds,
  readInside,
  schemaAround,
  withLists,
} from './embeddedEnvelopes';
import { likeliestKind } from './pointersIntoLists';
import { type DeclaredSchema, declaredValidate, type ReadProtocolOptions, usableSchema } from './readDeclaredSchema';
import {
  declaredSnippet,
  MOST_KINDS,
  NAME,
  NAME_RULE,
  type ReadKind,
  type ReadKindOptions,
  readKind,
} from './readKind';
import { readPointer } from './readSignature';
import { wordsOfKinds } from './signatureFromSchema';

/** The result of reading a protocol's declaration: the protocol, and the errors in the declaration. */
export interface ProtocolReading {
  /** The protocol, without invalid kinds of envelope; absent if nothing in the declaration is usable. */
  family?: Family;
  faults: DeclarationFault[];
  /** The schemas for validators, by kind. */
  schemas: ReadonlyMap<string, RawSchema>;
}

/**
 * Reads the declaration of a user's protocol, a file `*.agent-protocol.json`. The protocol then works like a built-in one in checks, completion
 * and runs. Never throws, for any value.
 */
export function readProtocolDeclaration(value: unknown, reads: ReadProtocolOptions): ProtocolReading {
  const faults: DeclarationFault[] = [];
  const schemas = new Map<string, RawSchema>();
  if (!isObject(value)) return { faults, schemas };
  const { id, kinds } = value;
  if (typeof id !== 'string' || !NAME.test(id)) {
    if (id !== undefined) faults.push({ path: ['id'], message: t`"id" ${NAME_RULE}.` });
    return { faults, schemas };
  }
  const title = shortLine(value.title) ?? id;
  const entries = isObject(kinds) ? Object.entries(kinds) : [];
  const isReadOnly = value.readOnly === true;
  const stepLists = stepListsIn(value);
  if (stepLists) compileStepLists(stepLists, kinds, faults);
  const read = readKinds(entries.slice(0, MOST_KINDS), { ...reads, isReadOnly, stepLists }, faults);
  const snippets: Parameters<typeof defineFamily>[1]['snippets'] = {};
  const declared: DeclaredKinds = {};
  for (const [name, { schema: own, declared: _, ...kind }] of read.kinds) {
    const { compiled, linked } = read.listed.get(name) ?? { compiled: {}, linked: {} };
    schemas.set(name, compiled);
    const schema: Schema = {
      ...(read.lists.has(name) ? sanitizeSchema(linked) : own),
      $id: own.$id ?? `agent-envelopes:/${id}/${name}.schema.json`,
      title: own.title ?? `${title} ${name}`,
    };
    declared[name] = defineDeclared({ ...kind, schema, contract: linked }, compiled, reads);
    Object.assign(snippets, declaredSnippet(atPath(kinds, [name, 'snippet']), { id, name, schema }));
  }
  const insideNames = new Map<string, { name: string; prefix: string }[]>();
  const taken = { ...Object.fromEntries(entries) };
  for (const place of read.places.filter(one => !isList(one))) {
    const { name, path, at } = place;
    const kind = read.kinds.get(name);
    if (!kind) continue;
    const around = usableSchema(schemaAround(at, name, read), `${reads.uri}#`, reads);
    if (!around.schema) {
      faults.push({ path, message: t`This can't be checked there: ${around.faults.at(-1)?.message ?? ''}` });
      continue;
    }
    const { schema: own, declared: _, variants: __, ...plain } = kind;
    const { compiled, linked } = around.schema;
    const aroundName = freeName(`${name}.${parsePointer(at).join('.')}`, taken);
    taken[aroundName] = place;
    const schema: Schema = {
      ...sanitizeSchema(linked),
      $id: `agent-envelopes:/${id}/${aroundName}.schema.json`,
      title: own.title ?? name,
    };
    declared[aroundName] = defineDeclared(
      { ...plain, ...insideKind(plain, place), schema, contract: linked },
      compiled,
      reads,
    );
    insideNames.set(name, [...(insideNames.get(name) ?? []), { name: aroundName, prefix: at }]);
  }
  const [, surplus] = entries.length > MOST_KINDS ? entries.slice(MOST_KINDS - 1) : [];
  if (surplus) {
    const message = t`A protocol may have ${MOST_KINDS} kinds; those from here on are left out. Split it into several.`;
    faults.push({ path: ['kinds', surplus[0]], on: 'key', message });
  }
  const reference = shortLine(value.description) ?? title;
  const names = [...read.kinds.keys()];
  const schemaOf = (name: string): [readonly [string, Schema]] | undefined => {
    const schema = declared[name]?.schema as Schema | undefined;
    return schema && [[name, schema]];
  };
  const named = entries.length > 0 ? new Set(entries.map(([name]) => name)) : undefined;
  const { marks, ids, opening, ...rules } = readDeclaredRules(isReadOnly ? withoutChecks(value, faults) : value, {
    id,
    kinds: names,
    named,
    inside: insideNames,
    lists: read.lists,
    kindAmong: (one, among) =>
      likeliestKind(
        one,
        among.flatMap(name => schemaOf(name) ?? []),
      ),
    schemas: new Map(names.flatMap(name => schemaOf(name) ?? [])),
    timesSides: true,
    faults,
  });
  const tellBy = readPointer(value.tellBy, ['tellBy'], faults);
  const words = wordsOfKinds(declared, tellBy);
  // A log of another program is not to be edited.
  const naming = isReadOnly ? new Map<string, ReadKind>() : read.kinds;
  const pointers = declaredSymbols(id, naming, ids, { inside: insideNames, lists: read.lists });
  for (const [name, kind] of Object.entries(declared)) {
    const rest = { names: pointers.get(name), toldBy: words.get(name), opensRun: opening.has(name) || undefined };
    const own = { marks: marks.get(name), ...rest };
    Object.assign(kind, ...Object.entries(own).map(([key, one]) => one && { [key]: one }));
  }
  const family = defineFamily(id, {
    title,
    reference,
    kinds: declared,
    snippets,
    ...declaredReader(Object.keys(declared).map(name => ({ id: `${id}/${name}`, steps: declared[name]?.steps }))),
    isDeclared: true,
    ...(isReadOnly && { readOnly: true }),
    ...(value.hasOwnTools === true && { hasOwnTools: true }),
    ...(value.isOpenEnded === true && { isOpenEnded: true }),
  });
  return { family: { ...family, ...rules }, faults, schemas };
}

/** Options to read a declaration without a workspace: each schema accepts every value, and no schema file is read. */
export const ALONE: ReadProtocolOptions = { uri: '', compile: () => ({ validate: () => true }) };

/** Reports the clauses of a read-only protocol that would check envelopes, and leaves them out. */
function withoutChecks(
  { order, rules, ...value }: Record<string, unknown>,
  faults: DeclarationFault[],
): Record<string, unknown> {
  for (const [name, clause] of Object.entries({ order, rules })) {
    if (clause === undefined) continue;
    const message = t`Envelopes of a protocol that is "readOnly" are not checked, so "${name}" says nothing; leave out one of them.`;
    faults.push({ path: [name], on: 'key', message });
  }
  return value;
}

type DeclaredKinds = Parameters<typeof defineFamily>[1]['kinds'];

interface ReadKinds extends KindSchemas {
  kinds: ReadonlyMap<string, ReadKind>;
  places: readonly InsidePlace[];
  /** The schema of each kind, with the schemas of the elements of its lists. */
  listed: ReadonlyMap<string, DeclaredSchema>;
}

/** Reads the kinds of a declaration, and the places inside other JSON where their envelopes may be found. */
function readKinds(
  entries: readonly (readonly [string, unknown])[],
  reads: ReadKindOptions,
  faults: DeclarationFault[],
): ReadKinds {
  const kinds = new Map<string, ReadKind>();
  const places: InsidePlace[] = [];
  for (const [name, kind] of entries) {
    if (!NAME.test(name)) {
      faults.push({ path: ['kinds', name], on: 'key', message: t`The name of a kind ${NAME_RULE}.` });
      continue;
    }
    const read = readKind(kind, ['kinds', name], reads, faults);
    if (read) kinds.set(name, read);
    const inside = isObject(kind) ? readInside(kind.in, name, faults) : [];
    // Without the files, a kind's schema is not known.
    if (read && reads.files) places.push(...inside);
  }
  const schemas = new Map([...kinds].map(([name, { declared }]) => [name, declared]));
  const shown = new Map([...kinds].map(([name, { schema }]) => [name, schema]));
  const lists = listsOfKinds(places, shown, { isWhole: kinds.size === entries.length, faults });
  const listed = new Map<string, DeclaredSchema>();
  for (const [name, declared] of schemas) {
    const own = lists.has(name) ? withLists(name, declared.compiled, { schemas, lists }) : undefined;
    const linked = own && usableSchema(own, `${reads.uri}#`, reads);
    if (linked && !linked.schema) {
      const message = t`Its lists can't be checked: ${linked.faults.at(-1)?.message ?? ''}`;
      faults.push({ path: ['kinds', name], on: 'key', message });
    }
    listed.set(name, linked?.schema ?? declared);
  }
  return { kinds, places, schemas, lists, listed };
}

function defineDeclared(
  { variants, ...kind }: Omit<ReadKind, 'declared'> & { contract: RawSchema },
  compiled: RawSchema,
  { compile }: ReadProtocolOptions,
): DeclaredKinds[string] {
  return {
    ...kind,
    validate: declaredValidate(compiled, undefined, compile),
    ...(variants && {
      variants: Object.fromEntries(
        Object.entries(variants).map(([dialect, { definition, signature }]) => [
          dialect,
          { definition, signature, validate: declaredValidate(compiled, definition, compile) },
        ]),
      ),
    }),
  };
}

function stepListsIn(value: Record<string, unknown>): Record<string, unknown> | null | undefined {
  if (isObject(value.stepLists)) return value.stepLists;
  return value.stepLists === undefined && misspeltKey('stepLists', value) === undefined ? undefined : null;
}
