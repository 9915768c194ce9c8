import { t } from './l10n';
import type { Redactions } from './replay/index';

// Data that client and server exchange when a user sends a workflow run to a trace collector.

/** The address of a trace collector, checked and split, or the error in what the user typed. */
export type SendingAddress =
  | {
      /** The URL to which traces are sent. */
      url: string;
      /** The origin: the client keeps headers by origin. */
      origin: string;
      host: string;
      isReadableOnTheWay: boolean;
    }
  | { fault: string };

export interface SendingSummary {
  id: number;
  /** The number of spans; 0 if there is nothing to send. */
  spans: number;
  /** The size of the run and the number of redactions, as text. */
  text: string;
  /** The preview shows only the first batches. */
  isPreviewCut: boolean;
}

export interface SendingHeadersAnswer {
  fault?: string;
}

export interface SendAnswer {
  /** `unconfirmed`: the address answered with success, but not as a collector does. */
  is: 'sent' | 'rejected' | 'unconfirmed' | 'failed' | 'cancelled';
  /** A sentence for the user about the result, and how to go on. */
  text: string;
  /** The collector demands other headers. */
  needsCredentials: boolean;
}

/** The notification with which the server tells the client the progress of sending a run to a collector. */
export const SENDING_PROGRESS = 'agentEnvelopes/sending/progress';
export interface SendingProgress {
  id: number;
  text: string;
}

type What = Redactions['counts'][number]['what'];

/** `12 paths and 1 key or token`; undefined if nothing was redacted. */
export function redactedCounts(counts: Redactions['counts']): string | undefined {
  const present = counts.filter(({ count }) => count > 0);
  const words = present.map(({ what, count }) => COUNTED[what](count));
  const last = words.pop();
  return last !== undefined && words.length > 0 ? t`${words.join(', ')} and ${last}` : last;
}

/** The title of each kind of redaction. */
export const REDACTION_TITLES: Record<What, string> = {
  path: t`path`,
  email: t`e-mail address`,
  secret: t`key or token`,
  word: t`long random word`,
  personal: t`address or number`,
  field: t`property`,
};

const COUNTED: Record<What, (count: number) => string> = {
  path: count => (count === 1 ? t`1 path` : t`${count} paths`),
  email: count => (count === 1 ? t`1 e-mail address` : t`${count} e-mail addresses`),
  secret: count => (count === 1 ? t`1 key or token` : t`${count} keys and tokens`),
  word: count => (count === 1 ? t`1 long random word` : t`${count} long random words`),
  personal: count => (count === 1 ? t`1 address or number` : t`${count} addresses and numbers`),
  field: count => (count === 1 ? t`1 property` : t`${count} properties`),
};

// Data that client and server exchange about receiving traces.

/** The standard port of OTLP/HTTP. */
export const DEFAULT_OTLP_PORT = 4318;

/** Notification to the client: the state of the receiver changed, or traces arrived. */
export const RECEIVER_CHANGED = 'agentEnvelopes/receiver/changed';
export interface ReceiverState {
  /** `follows`: another server on this machine receives into the same folder. `waits`: it tries to listen again and again. */
  role: 'off' | 'listens' | 'follows' | 'waits';
  port: number;
  /** The numbers of items that this server received. */
  received: { spans: number; logRecords: number; rejected: number };
  /** The reason why nothing can be received, in one line. */
  fault?: string;
}
