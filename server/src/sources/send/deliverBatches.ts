import { isExportAnswer, partialSuccess } from './exportAnswer';
import type { SpanBatch } from './prepareSending';
import { askedRetryDelay, type PostResult, retryDelay } from './retryDelay';

/** How far a sending has come. */
export interface Delivery {
  /** The first batch that is not acknowledged: those before it are never sent again. */
  next: number;
  /** The number of spans in acknowledged batches. */
  sent: number;
  /** How many of them the collector rejected, and the first message that it gave for this. */
  rejected: number;
  message?: string;
  /** Why it ended before all batches were acknowledged, with a status of success if no collector gave it; absent if it was cancelled. */
  failure?: PostResult;
  /** Milliseconds that the collector asked to wait then, if that was too long. */
  askedDelay?: number;
}

export const NOTHING_DELIVERED: Delivery = { next: 0, sent: 0, rejected: 0 };

export interface DeliveryEffects {
  /** Sends a batch. Rejects only if the signal is aborted. */
  post(batch: SpanBatch, signal: AbortSignal): Promise<PostResult>;
  /** Rejects if the signal is aborted. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
  random(): number;
  /** Called after each batch, and before each retry. */
  onProgress(delivery: Delivery, retry?: DeliveryRetry): void;
}

/** A batch that is sent once more. */
export interface DeliveryRetry {
  /** What came of the last try. */
  after: PostResult;
  /** Milliseconds until the next try. */
  delay: number;
  /** Milliseconds in which tries may begin. */
  left: number;
}

interface DeliveryOptions {
  /** Where an earlier call ended. */
  from: Delivery;
  /** Milliseconds that may pass until the next batch is taken. */
  budget: number;
  signal: AbortSignal;
}

/** Sends batches in order, each until it is acknowledged, with the retries of OTLP over HTTP. Never rejects. */
export async function deliverBatches(
  batches: readonly SpanBatch[],
  { from, budget, signal }: DeliveryOptions,
  { post, pause, now, random, onProgress }: DeliveryEffects,
): Promise<Delivery> {
  const { failure: _, askedDelay: __, ...before } = from;
  let delivery: Delivery = before;
  try {
    for (const batch of batches.slice(before.next)) {
      const start = now();
      for (let retries = 0; ; retries++) {
        signal.throwIfAborted();
        const result = await post(batch, signal);
        if ('status' in result && isSuccess(result.status)) {
          if (!isExportAnswer(result)) return { ...delivery, failure: result };
          delivery = acknowledged(delivery, batch, partialSuccess(result, batch.spans));
          onProgress(delivery);
          break;
        }
        const elapsed = now() - start;
        const delay = retryDelay(result, { retries, elapsed, budget, now: now(), random: random() });
        if (delay === undefined) {
          const askedDelay = askedRetryDelay(result, now());
          return { ...delivery, failure: result, ...(askedDelay !== undefined && { askedDelay }) };
        }
        onProgress(delivery, { after: result, delay, left: budget - elapsed });
        await pause(delay, signal);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return delivery;
}

/** Whether a status is one of success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function acknowledged(
  { next, sent, rejected, message }: Delivery,
  batch: SpanBatch,
  partial: ReturnType<typeof partialSuccess>,
): Delivery {
  const said = message ?? partial?.message;
  return {
    next: next + 1,
    sent: sent + batch.spans,
    rejected: rejected + (partial?.rejected ?? 0),
    ...(said !== undefined && { message: said }),
  };
}
