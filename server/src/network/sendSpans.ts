import { setTimeout } from 'node:timers/promises';
import { type Delivery, type DeliveryEffects, deliverBatches } from '../sources/send/deliverBatches';
import type { Headers } from '../sources/send/otlpHeaders';
import type { SpanBatch } from '../sources/send/prepareSending';
import { postSpans } from './postSpans';

export interface SendSpansOptions {
  url: string;
  headers: Headers;
  /** How long to wait for an answer, in milliseconds. */
  timeout: number;
  /** Where an earlier call ended. */
  from: Delivery;
  signal: AbortSignal;
  onProgress: DeliveryEffects['onProgress'];
}

/** Sends batches of spans to a collector by OTLP over HTTP. Gives up if it takes none for six times as long as it may take to answer. */
export function sendSpans(batches: readonly SpanBatch[], options: SendSpansOptions): Promise<Delivery> {
  const { timeout, from, signal, onProgress } = options;
  return deliverBatches(
    batches,
    { from, budget: BUDGET * timeout, signal },
    {
      post: (batch, signal) => postSpans(batch, { ...options, signal }),
      pause: async (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
      now: Date.now,
      random: Math.random,
      onProgress,
    },
  );
}

const BUDGET = 6;
