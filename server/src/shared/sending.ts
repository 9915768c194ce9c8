import type { Redaction } from './replay';

// The part of the protocol that is about sending runs.

/** Request: the collector that an address names, before anything is sent to it. */
export const SENDING_ADDRESS = 'agentEnvelopes/sending/address';
export interface SendingAddressParams {
  address: string;
}
export type SendingAddress =
  | {
      /** The address of its traces. */
      url: string;
      /** Headers are kept by it. */
      origin: string;
      host: string;
      isReadableOnTheWay: boolean;
    }
  | { fault: string };

/**
 * Request: writes a run as it would be sent. The server keeps what was prepared last, so that exactly this is sent. Null where the run is
 * gone.
 */
export const SENDING_PREPARE = 'agentEnvelopes/sending/prepare';
export interface PrepareSendingParams {
  run: string;
  redaction: Redaction;
}
export interface SendingSummary {
  id: number;
  /** The number of its spans; 0: there is nothing to send. */
  spans: number;
  /** Its size and what is redacted, in words. */
  text: string;
  /** The preview shows only the first batches. */
  isPreviewCut: boolean;
}

/** Request: the text of what was prepared, or of its beginning. Null where it is no longer kept. */
export const SENDING_PREVIEW = 'agentEnvelopes/sending/preview';
export interface SendingPreviewParams {
  id: number;
}

/** Request: headers for a collector, as the user wrote them: whether they can be used. */
export const SENDING_HEADERS = 'agentEnvelopes/sending/headers';
export interface SendingHeadersParams {
  headers: string;
}
export interface SendingHeadersAnswer {
  fault?: string;
}

/**
 * Request: sends what was prepared, or the rest of it after a failure; a batch that was acknowledged is never sent again. Ends when it is
 * cancelled. Null where it is no longer kept.
 */
export const SENDING_SEND = 'agentEnvelopes/sending/send';
export interface SendParams {
  id: number;
  address: string;
  /** `name=value,name=value`. */
  headers: string;
}
export interface SendAnswer {
  /** `unconfirmed`: the address answered with success, but not as a collector does. */
  is: 'sent' | 'rejected' | 'unconfirmed' | 'failed' | 'cancelled';
  /** What came of it and how to go on, for the user. */
  text: string;
  /** The collector demands other headers. */
  needsCredentials: boolean;
}

/** Server to client, while something is sent. */
export const SENDING_PROGRESS = 'agentEnvelopes/sending/progress';
export interface SendingProgress {
  id: number;
  text: string;
}
