import { isObject } from '../../text/pointer';
import { line } from '../draft';
import { attributesOf } from './attributes';

/** The service that a resource is of; none where the library has only made a name up. */
export function serviceOf(resource: unknown): string | undefined {
  const name = isObject(resource) ? line(attributesOf(resource['attributes'])('service.name')) : undefined;
  return name?.startsWith('unknown_service') ? undefined : name;
}
