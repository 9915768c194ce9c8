import type { RegistryDocument } from './registryDocument';
import type { Path, Span } from './text';

/**
 * One kind of envelope written as another. One conversion, one file: `families/<id>/conversions/<name>.ts`. What goes
 * between two protocols lies with the one that came later: it knows the other, which can't know it.
 */
export interface Conversion {
  /** `family/name`. */
  id: string;
  /** `Convert to an agent output`. */
  title: string;
  /** The ids of the kinds. */
  from: string;
  to: string;
  /** Where the result goes: in place of the envelope, into a file of its own, or to the end of a log, a path from the file's folder. */
  target: 'in place' | 'to a file' | { log: string };
  /** The rule whose problems it fixes: it is offered as a fix of these, too. */
  fixesRule?: string;
  /** The converted envelope; undefined where it can't be converted. A pure function that does not modify the value. */
  convert(value: Record<string, unknown>, around: ConversionContext): ConversionResult | undefined;
}

/** What a conversion reads besides the envelope. */
export interface ConversionContext {
  /** The time, in ISO 8601. */
  now: string;
  /** The errors that were found in the envelope. */
  errors: readonly { path: Path; message: string }[];
  /** The state registry beside the envelope. */
  registry?: { document: RegistryDocument; name: string };
  /** Envelopes of a kind, in the same file or in those beside it, in whose text this stands; in the order in which they stand there. */
  mentioning(kind: string, text: string): readonly MentioningEnvelope[];
}

export interface MentioningEnvelope {
  value: Record<string, unknown>;
  /** Seen from the envelope that is converted. */
  stands: 'before' | 'after' | 'beside';
}

export interface ConversionResult {
  value: Record<string, unknown>;
  /** One sentence for each thing that could not be carried over unchanged. */
  notes: string[];
  /** Edits of the registry beside it, as spans in its text. */
  registry?: { at: Span; text: string }[];
}
