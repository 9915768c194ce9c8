import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

/** How a collector answers a request. */
export type CollectorAnswer = (response: ServerResponse) => void;

/** Takes the request. */
export declare const takes: CollectorAnswer;

export declare function answers(status: number, body?: string, headers?: Record<string, string>): CollectorAnswer;

export interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** The decompressed body. */
  text: string;
}

/** A collector of traces on this machine. Answers in this order; takes what comes then. */
export declare function traceCollector(answersInOrder?: readonly CollectorAnswer[]): Promise<{
  address: string;
  requests: ReceivedRequest[];
  /** The texts that were answered with success. */
  taken: string[];
  close(): void;
}>;
