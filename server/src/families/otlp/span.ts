import type { Path } from '../../model/text';
import type { AttributeReader } from './attributeReader';

/** A span of either shape, with its fields as in the file. */
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
  /** The message of an error. */
  message: unknown;
  attributes: AttributeReader;
  /** The attributes of its resource. */
  resource?: AttributeReader | undefined;
  /** The name of its service; absent where unknown. */
  service?: string | undefined;
}
