import { type Signal, signal } from '@preact/signals';
import type { StepProblem } from '../../../server/src/shared/protocol';

/** How envelopes are shown; kept from tab to tab and from step to step. */
export interface EnvelopeView {
  as: Signal<'tree' | 'text'>;
  /** A place to reveal: a new object each time. */
  reveal: Signal<EnvelopePlace | undefined>;
  /** What the user opened or closed, by its path as JSON: the next step's envelope is opened in the same way. */
  opened: Map<string, boolean>;
}

/** A place in a step's source. */
export interface EnvelopePlace {
  step: number;
  source: number;
  path: StepProblem['path'];
  /** The problem there, by which it is found in a text. */
  message: string;
}

export function createEnvelopeView(): EnvelopeView {
  return { as: signal('tree'), reveal: signal(undefined), opened: new Map() };
}
