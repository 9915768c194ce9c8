import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { attributeReader } from './attributeReader';

/** The service of a resource; undefined for a library's default name. */
export function serviceName(resource: unknown): string | undefined {
  return isObject(resource) ? namedService(attributeReader(resource['attributes'])('service.name')) : undefined;
}

/** The name of a service; undefined for a library's default. */
export function namedService(value: unknown): string | undefined {
  const name = shortLine(value);
  return name?.startsWith('unknown_service') ? undefined : name;
}
