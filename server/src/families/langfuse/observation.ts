import { embeddedJson } from '../../text/json/embeddedJson';
import { isObject } from '../../text/pointer';
import { type AttributeReader, attributeReader } from '../otlp/attributeReader';
import { spanKind } from '../otlp/spanKind';

/** The metadata of an observation: an object, or its JSON, as most exports write it. */
export function observationMetadata({ metadata }: Record<string, unknown>): Record<string, unknown> {
  const read = embeddedJson(metadata) ?? metadata;
  return isObject(read) ? read : {};
}

/** The attributes of the span that an observation was made from. */
export function observationAttributes(metadata: Record<string, unknown>): AttributeReader {
  return attributeReader(metadata['attributes']);
}

/** The type of an observation: its own, or for a mere span the operation that its attributes name. */
export function observationType({ type, name }: Record<string, unknown>, attributes: AttributeReader): string {
  const own = typeof type === 'string' && /^[a-z][a-z_-]{0,30}$/i.test(type) ? type.toLowerCase() : 'span';
  if (own !== 'span') return own;
  const word = spanKind(attributes, name);
  return word === undefined ? own : word === 'llm' ? 'generation' : word;
}
