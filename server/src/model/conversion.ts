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
  /** The rule whose problems it mends: it is offered for them too. */
  fixesRule?: string;
  /** Undefined where there is nothing to convert, or it can't be. A pure function; changes nothing of the value. */
  convert(value: Record<string, unknown>, around: ConversionContext): ConversionResult | undefined;
}

/** What a conversion knows besides the envelope. */
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
  /** What could not be carried over as it was, and where it is now: a sentence each. */
  notes: string[];
  /** What becomes of the registry beside it; spans in its text. */
  registry?: { at: Span; text: string }[];
}
