import type { Family, FamilyDeclaration } from '../../model/family';
import type { DeclarationFault } from '../../model/rule';
import type { Schema } from '../../model/schema';
import { sanitizeSchema } from '../../slots/sanitizeSchema';
import type { RawSchema } from '../../slots/subschemas';
import { isObject, parsePointer } from '../../text/pointer';
import { defineFamily } from '../defineFamily';
import { shortLine } from '../drafts/draft';
import { readDeclaredRules } from './declaredRules';
import { declaredSteps } from './declaredSteps';
import { hasPlace, insideKind, placesInside, schemaAround } from './insideOthers';
import { declaredValidate, type ReadProtocolOptions, readDeclaredSchema } from './readDeclaredSchema';
import { declaredSnippet, MOST_KINDS, NAME, NAME_RULE, readKind } from './readKind';
import { readPointer } from './readSignature';
import { wordsOfKinds } from './recognitionFromSchema';

/** Outside a workspace, schemas are not compiled, and schema files not read. */
export const ALONE: ReadProtocolOptions = { uri: '', compile: () => ({ validate: () => true }) };

export interface ProtocolReading {
  /** The family without invalid kinds; absent if nothing is usable. */
  family?: Family;
  faults: DeclarationFault[];
  /** The schemas as they are compiled, by kind. */
  schemas: ReadonlyMap<string, RawSchema>;
}

/**
 * Reads a declaration (the content of a `*.agent-protocol.json` file) into a family: its kinds are recognised, checked,
 * authored and assembled into runs like built-in ones, by the rules that it declares. Never throws, for any value.
 */
export function readProtocolDeclaration(value: unknown, reads: ReadProtocolOptions): ProtocolReading {
  const faults: DeclarationFault[] = [];
  const schemas = new Map<string, RawSchema>();
  if (!isObject(value)) return { faults, schemas };
  const { id, kinds } = value;
  if (typeof id !== 'string' || !NAME.test(id)) {
    if (id !== undefined) faults.push({ path: ['id'], message: `"id" ${NAME_RULE}.` });
    return { faults, schemas };
  }
  const declaration: FamilyDeclaration = { id, title: shortLine(value.title) ?? id, kinds: {} };
  const snippets: Parameters<typeof defineFamily>[1]['snippets'] = {};
  const declared: Parameters<typeof defineFamily>[1]['kinds'] = {};
  const entries = isObject(kinds) ? Object.entries(kinds) : [];
  const inside = placesInside(entries.slice(0, MOST_KINDS), reads, faults);
  const insideNames = new Map<string, { name: string; prefix: string }[]>();
  for (const [name, kind] of entries.slice(0, MOST_KINDS)) {
    const lists = inside.filter(one => one.place.at.endsWith('/*') && hasPlace(kind, one.place.at, reads));
    const listed = lists.map(({ place, inner }) => ({ at: place.at, inner }));
    const read = NAME.test(name)
      ? readKind(kind, ['kinds', name], listed, reads, faults)
      : void faults.push({ path: ['kinds', name], on: 'key', message: `The name of a kind ${NAME_RULE}.` });
    if (!read) continue;
    const { schema, original, ...definition } = read;
    schemas.set(name, original);
    const own: Schema = {
      ...schema,
      $id: schema.$id ?? `agent-envelopes:/${id}/${name}.schema.json`,
      title: schema.title ?? `${declaration.title} ${name}`,
    };
    const { variants, ...rest } = definition;
    declared[name] = {
      ...rest,
      schema: own,
      contract: original,
      validate: declaredValidate(original, undefined, reads.compile),
      ...(variants && {
        variants: Object.fromEntries(
          Object.entries(variants).map(([dialect, { definition, signature }]) => [
            dialect,
            { definition, signature, validate: declaredValidate(original, definition, reads.compile) },
          ]),
        ),
      }),
    };
    for (const { place, inner } of inside.filter(one => one.name === name && !one.place.at.endsWith('*'))) {
      const around = readDeclaredSchema(schemaAround(place.at, inner), ['kinds', name], reads, []);
      if (!around) continue;
      const aroundName = `${name}.${parsePointer(place.at).join('.')}`;
      const { variants: _, ...plain } = definition;
      declared[aroundName] = {
        ...plain,
        ...insideKind(definition, place),
        schema: {
          ...sanitizeSchema(around),
          $id: `agent-envelopes:/${id}/${aroundName}.schema.json`,
          title: schema.title ?? name,
        },
        validate: declaredValidate(around, undefined, reads.compile),
      };
      insideNames.set(name, [...(insideNames.get(name) ?? []), { name: aroundName, prefix: place.at }]);
    }
    Object.assign(snippets, declaredSnippet(isObject(kind) ? kind.snippet : undefined, { id, name, schema: own }));
  }
  const [, surplus] = entries.length > MOST_KINDS ? entries.slice(MOST_KINDS - 1) : [];
  if (surplus) {
    const message = `A protocol may have ${MOST_KINDS} kinds; those from here on are left out. Split it into several.`;
    faults.push({ path: ['kinds', surplus[0]], on: 'key', message });
  }
  const reference = shortLine(value.description) ?? declaration.title;
  const names = Object.keys(declared).filter(name => schemas.has(name));
  const named = entries.length > 0 ? new Set(entries.map(([name]) => name)) : undefined;
  const { marks, opening, ...rules } = readDeclaredRules(value, {
    id,
    kinds: names,
    named,
    inside: insideNames,
    faults,
  });
  const tellBy = readPointer(value.tellBy, ['tellBy'], faults);
  const words = wordsOfKinds(declared, tellBy);
  for (const [name, kind] of Object.entries(declared)) {
    const own = { marks: marks.get(name), toldBy: words.get(name), opensRun: opening.has(name) || undefined };
    Object.assign(kind, ...Object.entries(own).map(([key, one]) => one && { [key]: one }));
  }
  const family = defineFamily(id, {
    title: declaration.title,
    reference,
    kinds: declared,
    snippets,
    steps: declaredSteps,
    isDeclared: true,
  });
  return { family: { ...family, ...rules }, faults, schemas };
}
