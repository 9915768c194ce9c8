import type { Fields, Shape } from '../../shared/validateShape';

/** A JSON Schema that other programs read, such as that of a tool's input. May have any keywords. */
export type WrittenSchema = { [keyword: string]: unknown };

/** Returns the JSON Schema of an object with these fields. With `isClosed`, other properties are errors. */
export function objectSchema(
  fields: Fields,
  { isClosed = false, about }: { isClosed?: boolean; about?: string | undefined } = {},
): WrittenSchema & { type: 'object' } {
  const required = Object.keys(fields).filter(name => !isOptional(fields[name] as Shape));
  return {
    type: 'object',
    ...(about !== undefined && { description: about }),
    properties: Object.fromEntries(Object.entries(fields).map(([name, shape]) => [name, schemaOf(shape)])),
    ...(required.length > 0 && { required }),
    ...(isClosed && { additionalProperties: false }),
  };
}

/** Returns the JSON Schema of the values that a shape accepts. */
function schemaOf({ fields, items, keywords = {}, about }: Shape): WrittenSchema {
  if (fields) return objectSchema(fields, { about });
  const description = about === undefined ? {} : { description: about };
  if (items) return { type: 'array', ...description, items: schemaOf(items) };
  const { enum: allowed } = keywords;
  const type = Array.isArray(allowed) && allowed.every(one => typeof one === 'string') ? { type: 'string' } : {};
  return { ...type, ...keywords, ...description };
}

function isOptional(shape: Shape): boolean {
  return (shape as { isOptional?: true }).isOptional === true;
}
