import type { IdKind } from './registry';
import type { Path, Span } from './text';

/**
 * A position for a value and its description. Slots come from schemas and from other definitions of allowed
 * values; hover and completion use slots only.
 */
export interface Slot {
  /**
   * In JSON, a property name, a property value or an array element. In a registry, the value of a cell or a field, or the
   * name of a field, a column or a section.
   */
  role: 'key' | 'value' | 'item' | 'cell' | 'name';
  /** The current text that would be replaced, as a span of the part's text; may be empty. */
  at: Span;
  path: Path;
  /** The name of the property or the array. */
  name: string;
  title: string;
  /** Markdown. */
  about?: string;
  required: boolean;
  types: string[];
  choices: SlotChoice[];
  /** The kinds of ids that it may refer to, and the kind that it defines. */
  ids?: { refers: readonly IdKind[]; defines?: IdKind };
  /** No values other than the choices are allowed. */
  closed: boolean;
  format?: string;
  /** For a key with an open name: the meaning of the name. */
  named?: string;
  /** A description of its pattern. */
  patternMessage?: string;
  minimum?: number;
  maximum?: number;
  initial?: unknown;
  /** For a key: the properties that the object lacks, as slots. */
  absent: Slot[];
  /** Encodes a value for this position. */
  write(value: unknown): string;
  /** Returns a new value as snippet text with tab stops. */
  body(options: { oneLine: boolean }): string;
}

export interface SlotChoice {
  value: unknown;
  about?: string;
}
