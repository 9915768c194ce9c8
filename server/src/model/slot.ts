import type { IdKind } from './registry';
import type { Path, Span } from './text';

/**
 * A place where a value goes, and what belongs there. Schemas yield slots, and so may anything else that says what
 * belongs where; hover and completion know slots only.
 */
export interface Slot {
  /**
   * In JSON a property's name, its value, an element of an array. In a registry the value of a cell or a field, and what
   * names others: a field, a column, a section.
   */
  role: 'key' | 'value' | 'item' | 'cell' | 'name';
  /** What stands there now and would be replaced, in the part's text. Empty where nothing stands yet. */
  at: Span;
  path: Path;
  /** The property's name, or that of the array. */
  name: string;
  title: string;
  /** Markdown. */
  about?: string;
  required: boolean;
  types: string[];
  choices: SlotChoice[];
  /** Ids that may stand here, and the kind that a new one is of. */
  ids?: { refers: readonly IdKind[]; defines?: IdKind };
  /** The choices are all there is. */
  closed: boolean;
  format?: string;
  /** For a key: what the names stand for, where they are open. */
  named?: string;
  /** In words: what its pattern asks for. */
  patternMessage?: string;
  minimum?: number;
  maximum?: number;
  initial?: unknown;
  /** For a key: the properties that the object may have and has not, as slots of their own. */
  absent: Slot[];
  /** A value as it is written there. */
  write(value: unknown): string;
  /** A new value for it as snippet text, with tab stops; on one line where `oneLine`. */
  body(options: { oneLine: boolean }): string;
}

export interface SlotChoice {
  value: unknown;
  about?: string;
}
