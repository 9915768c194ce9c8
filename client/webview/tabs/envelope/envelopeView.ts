import { type Signal, signal } from '@preact/signals';
import type { Path } from './pathText';

/** How envelopes are looked at. It outlasts the tab and the step. */
export const envelopeView: {
  as: Signal<'tree' | 'text'>;
  /** A place to be brought into view: each time another object. */
  reveal: Signal<EnvelopePlace | undefined>;
  /** What the user opened or closed, by its path as JSON: so it is in the next step's envelope too. */
  opened: Map<string, boolean>;
} = { as: signal('tree'), reveal: signal(undefined), opened: new Map() };

/** A place in a step's source. */
export interface EnvelopePlace {
  step: number;
  source: number;
  path: Path;
  /** What is wrong there: text is searched for it. */
  message: string;
}
