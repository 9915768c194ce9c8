import type { Workspace } from '../model/disk';
import type { Family } from '../model/family';
import type { Kind } from '../model/kind';
import type { Facts } from '../model/rule';
import type { Association } from './recognise';
import type { Severities } from './severities';

/** What an analysis depends on besides the file. A new object invalidates earlier analyses. */
export interface Context {
  families: readonly Family[];
  facts: Facts;
  /** The user's severities, by rule id or `family/*`. */
  severities?: Severities;
  /** The user's association of a file. */
  association(uri: string): Association;
  /** The files that documents refer to; without it, references are not checked. */
  workspace?: Workspace;
  /** When only a piece of a file is analysed: the families of the envelopes in the rest of it. */
  beside?: ReadonlySet<Family>;
  /**
   * The kind that a file must hold. The author is untrusted: ignore the file's own `$schema`, `$ignore` and comments.
   */
  demanded?: Kind;
}
