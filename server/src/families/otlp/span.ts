import type { Path } from '../../model/text';
import type { AttributeReader } from './attributeReader';

/** A span of either shape, its fields as they stand in the file. */
export interface Span {
  path: Path;
  run?: string | undefined;
  key?: string | undefined;
  parent?: string | undefined;
  name: unknown;
  start: unknown;
  end: unknown;
  /** A number or a name. */
  status: unknown;
  /** Of an error. */
  message: unknown;
  attributes: AttributeReader;
  /** Those of the resource that it is of. */
  resource?: AttributeReader | undefined;
  /** The name of the service that it is of; none where that is not known. */
  service?: string | undefined;
}
