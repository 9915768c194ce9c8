import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { attributeReader } from './attributeReader';

/** The service of a resource; undefined for a library's default name. */
export function serviceName(resource: unknown): string | undefined {
  const name = isObject(resource) ? shortLine(attributeReader(resource['attributes'])('service.name')) : undefined;
  return name?.startsWith('unknown_service') ? undefined : name;
}
