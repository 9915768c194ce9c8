import { type Signal, signal } from '@preact/signals';
import type { StepProblem } from '../../../server/src/shared/protocol';

/** How envelopes are shown; kept across tabs and steps. */
export interface EnvelopeView {
  as: Signal<'tree' | 'text'>;
  /** A location to reveal: a new object each time. */
  reveal: Signal<EnvelopePlace | undefined>;
  /** Nodes that the user opened or closed, by path as JSON: applied to the next step's envelope, too. */
  opened: Map<string, boolean>;
}

/** A location in a step's source. */
export interface EnvelopePlace {
  step: number;
  source: number;
  path: StepProblem['path'];
  /** The message of the problem there, which locates it in a text. */
  message: string;
}

export function createEnvelopeView(): EnvelopeView {
  return { as: signal('tree'), reveal: signal(undefined), opened: new Map() };
}
