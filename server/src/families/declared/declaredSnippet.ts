import type { EnvelopeSnippet } from '../../model/family';
import type { Schema } from '../../model/schema';
import { escapeSnippet, valueSnippet } from '../../slots/schemaSnippet';
import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';

/** A whole envelope to insert: the declared one, else the schema's first example, else what the schema requires. */
export function declaredSnippet(
  declared: unknown,
  { id, name, schema }: { id: string; name: string; schema: Schema },
): Record<string, Omit<EnvelopeSnippet, 'kind'>> {
  const { prefix, description, body } = isObject(declared) ? declared : {};
  const lines = Array.isArray(body) && body.every(one => typeof one === 'string') ? body : undefined;
  return {
    [`${id}/${name}`]: {
      prefix: (typeof prefix === 'string' && /^[\w.-]{1,60}$/.test(prefix) && prefix) || `${id}-${name}`,
      description: shortLine(description) ?? schema.title ?? name,
      body: lines ?? bodyFrom(schema),
    },
  };
}

function bodyFrom(schema: Schema): string[] {
  const example = schema.examples?.find(isObject);
  if (example) return escapeSnippet(JSON.stringify(example, undefined, 2)).split('\n');
  return valueSnippet({ type: 'object', ...schema }, schema, { oneLine: false })
    .replaceAll('\t', '  ')
    .split('\n');
}
