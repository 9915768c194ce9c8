import type { RawSchema } from '../../slots/subschemas';
import { isObject } from '../../text/jsonPointer';
import { type ContractSchema, listIn, namedIn, summaryOf, typesOf, valuesOf } from './contractSchemas';

/** Generates TypeScript types from the schemas of envelope kinds. Leaves out patterns, limits and conditions, which types can't express. */
export function writeTypeScript(contracts: readonly ContractSchema[]): string {
  return contracts.flatMap(contract => declarationsOf(contract)).join('\n');
}

function declarationsOf(contract: ContractSchema): string[] {
  const names = new Map(contract.definitions.map(({ ref, name }) => [ref, name]));
  const own = contract.definitions.filter(({ ref }) => ref !== '#');
  return [
    declaration(contract.name, contract.schema, names),
    ...own.map(({ name, schema }) => declaration(name, schema, names)),
  ];
}

type Names = ReadonlyMap<string, string>;

function declaration(name: string, schema: unknown, names: Names): string {
  const about = isObject(schema) ? comment(summaryOf(schema), '') : '';
  return `${about}export type ${name} = ${typeScriptType(schema, names, '')};\n`;
}

function typeScriptType(schema: unknown, names: Names, indent: string): string {
  if (schema === false) return 'never';
  if (!isObject(schema)) return 'unknown';
  const values = valuesOf(schema);
  const parts = [
    typeof schema.$ref === 'string' ? (names.get(schema.$ref) ?? 'unknown') : 'unknown',
    values ? union(values.map(literal)) : ownType(schema, names, indent),
    ...listIn(schema, 'allOf').map(one => typeScriptType(one, names, indent)),
    ...['anyOf', 'oneOf'].map(keyword => {
      const alternatives = listIn(schema, keyword);
      return alternatives.length > 0 ? union(alternatives.map(one => typeScriptType(one, names, indent))) : 'unknown';
    }),
  ];
  const said = [...new Set(parts)].filter(part => part !== 'unknown');
  return said.length > 1 ? said.map(inBrackets).join(' & ') : (said[0] ?? 'unknown');
}

function ownType(schema: RawSchema, names: Names, indent: string): string {
  const types = typesOf(schema);
  // Without a type, properties say something of objects alone.
  return types.length > 0 ? union(types.map(type => ofType(type, schema, names, indent))) : 'unknown';
}

function ofType(type: string, schema: RawSchema, names: Names, indent: string): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return arrayType(schema, names, indent);
    case 'object':
      return objectType(schema, names, indent);
    default:
      return type === 'string' || type === 'number' || type === 'boolean' || type === 'null' ? type : 'unknown';
  }
}

function arrayType(schema: RawSchema, names: Names, indent: string): string {
  const items = Array.isArray(schema.items) ? undefined : schema.items;
  // A tuple may be shorter, unless it says otherwise.
  const first = listIn(schema, 'prefixItems').concat(listIn(schema, 'items'));
  if (first.length === 0) return `Array<${typeScriptType(items ?? true, names, indent)}>`;
  const rest = typeScriptType(items ?? schema.additionalItems ?? true, names, indent);
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0;
  const elements = first.map((one, at) => {
    const type = typeScriptType(one, names, indent);
    return at < least ? type : `${inBrackets(type)}?`;
  });
  return `[${[...elements, ...(rest === 'never' ? [] : [`...Array<${rest}>`])].join(', ')}]`;
}

function objectType(schema: RawSchema, names: Names, indent: string): string {
  const properties = namedIn(schema, 'properties');
  const required = new Set(listIn(schema, 'required'));
  const { additionalProperties: others } = schema;
  if (properties.length === 0 && required.size === 0) {
    const other = typeScriptType(others ?? true, names, indent);
    return `Record<string, ${other}>`;
  }
  const inner = `${indent}  `;
  const known = properties.map(([name, one]) => {
    const about = isObject(one) ? comment(summaryOf(one), inner) : '';
    return `${about}${inner}${propertyName(name)}${required.has(name) ? '' : '?'}: ${typeScriptType(one, names, inner)};`;
  });
  const undescribed = [...required].filter(
    name => typeof name === 'string' && !properties.some(([own]) => own === name),
  );
  const more = undescribed.map(name => `${inner}${propertyName(String(name))}: unknown;`);
  const rest = others === false ? [] : [`${inner}[other: string]: unknown;`];
  return `{\n${[...known, ...more, ...rest].join('\n')}\n${indent}}`;
}

function union(types: readonly string[]): string {
  const all = [...new Set(types)];
  if (all.includes('unknown') || all.length === 0) return all.length === 0 ? 'never' : 'unknown';
  return all.join(' | ');
}

function inBrackets(type: string): string {
  return /^\w+$/.test(type) ? type : `(${type})`;
}

/** Returns the TypeScript type of a single value. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => `${propertyName(key)}: ${literal(one)}`);
  return entries.length > 0 ? `{ ${entries.join('; ')} }` : 'Record<string, never>';
}

/** Returns a property name for a declaration, in quotes if it is no valid identifier. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** Returns a comment to put before a declaration. The text cannot end the comment early. */
export function comment(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  const lines = text.replaceAll('*/', '* /').split(/\r\n?|\n/);
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map(line => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}
