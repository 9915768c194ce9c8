import type { RegistryDocument } from './registryDocument';
import type { Path, Span } from './text';

/**
 * Converts one kind of envelope into another. One conversion, one file: `families/<id>/conversions/<name>.ts`. A
 * conversion between two protocols belongs to the later one, which knows the earlier one.
 */
export interface Conversion {
  /** `family/name`. */
  id: string;
  /** `Convert to an agent output`. */
  title: string;
  /** A kind's id, as is `to`. */
  from: string;
  to: string;
  /** Where the result goes. `log` is a path relative to the file's folder; the result is appended to it. */
  target: 'in place' | 'to a file' | { log: string };
  /** The rule whose problems it fixes: it is offered as their quick fix, too. */
  fixesRule?: string;
  /** Returns undefined for an envelope that can't be converted. Pure: does not modify the value. */
  convert(value: Record<string, unknown>, around: ConversionContext): ConversionResult | undefined;
}

/** The context of an envelope that is converted. */
export interface ConversionContext {
  /** The current time, in ISO 8601. */
  now: string;
  /** The errors in the envelope. */
  errors: readonly { path: Path; message: string }[];
  /** The sibling state registry. */
  registry?: { document: RegistryDocument; name: string };
  /** Returns the envelopes of a kind whose text contains `text`, in this file and its siblings, in file order. */
  mentioning(kind: string, text: string): readonly MentioningEnvelope[];
}

export interface MentioningEnvelope {
  value: Record<string, unknown>;
  /** Its position relative to the converted envelope. */
  stands: 'before' | 'after' | 'beside';
}

export interface ConversionResult {
  value: Record<string, unknown>;
  /** One sentence for each value that could not be carried over unchanged. */
  notes: string[];
  /** Edits of the sibling registry, as spans of its text. */
  registry?: { at: Span; text: string }[];
}
