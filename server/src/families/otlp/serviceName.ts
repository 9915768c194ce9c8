import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { attributeReader } from './attributeReader';

/** The service that a resource is of; none where the library has only made a name up. */
export function serviceName(resource: unknown): string | undefined {
  const name = isObject(resource) ? shortLine(attributeReader(resource['attributes'])('service.name')) : undefined;
  return name?.startsWith('unknown_service') ? undefined : name;
}
