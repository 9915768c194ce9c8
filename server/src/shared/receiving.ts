// The part of the protocol that is about receiving traces.

/** The port of OTLP/HTTP that exporters send to unless told otherwise. */
export const DEFAULT_OTLP_PORT = 4318;

/**
 * Request: receives traces by OTLP on this machine into a folder, and lists their runs as those of a workspace folder. The answer is a `ReceiverState`,
 * and so is each `RECEIVER_CHANGED` that follows.
 */
export const RECEIVER_START = 'agentEnvelopes/receiver/start';
export interface ReceiverStartParams {
  /** The absolute path of the folder that is written to. Servers with the same one share what arrives. */
  folder: string;
  /** What the root of the runs is called. */
  name: string;
  port: number;
  /** How much is kept. */
  maxMegabytes: number;
  maxDays: number;
}

/** Request: receives no longer. What was received stays listed. The answer is a `ReceiverState`. */
export const RECEIVER_STOP = 'agentEnvelopes/receiver/stop';

/** Server to client: what the receiver does has changed, or something arrived. */
export const RECEIVER_CHANGED = 'agentEnvelopes/receiver/changed';
export interface ReceiverState {
  /** `follows`: another server on this machine receives into the same folder. `waits`: it tries to listen again and again. */
  role: 'off' | 'listens' | 'follows' | 'waits';
  port: number;
  /** What arrived at this server. */
  received: { spans: number; logRecords: number; rejected: number };
  /** Why nothing can be received, in a line. */
  fault?: string;
}
