import type { SendSpansOptions } from '../network/sendSpans';
import { type Delivery, NOTHING_DELIVERED } from '../sources/send/deliverBatches';
import { HEADER_VARIABLES, type Headers, otlpHeaders, otlpTimeout } from '../sources/send/otlpHeaders';
import type { PreparedSending, SpanBatch } from '../sources/send/prepareSending';
import {
  resultText,
  sendingOutcome,
  sendingText,
  type TracesEndpoint,
  tracesEndpoint,
} from '../sources/send/sendingText';
import { createProgress, type Io } from './commandIo';
import { PROGRAM, UsageError } from './readArguments';
import { escapeInvisible } from './terminalLine';

/** Sends a workflow run to a trace collector. Prints progress and result to standard error; resolves to the exit code. */
export type SendRun = (prepared: PreparedSending, destination: Destination, io: Io) => Promise<number>;

export interface Destination {
  endpoint: TracesEndpoint;
  headers: Headers;
  /** How long to wait for an answer, in milliseconds. */
  timeout: number;
}

interface SendRunDependencies {
  sendSpans(batches: readonly SpanBatch[], options: SendSpansOptions): Promise<Delivery>;
  /** Creates the signal of an interrupt by the user. */
  interrupted(): AbortSignal;
}

/** Creates the function with which commands send a workflow run to a trace collector. */
export function createSendRun({ sendSpans, interrupted }: SendRunDependencies): SendRun {
  return async (prepared, { endpoint, headers, timeout }, io) => {
    const print = (text: string) => io.stderr.write(`${escapeInvisible(text)}\n`);
    const { spans, batches } = prepared;
    if (spans === 0) {
      print(`${PROGRAM}: the run has no steps, so there is nothing to send.`);
      return 2;
    }
    print(`Sending ${sendingText(prepared)}, to ${endpoint.url}.`);
    if (endpoint.isReadableOnTheWay) {
      print(`The connection to ${endpoint.host} is not encrypted: others may read what is sent. Use https if you can.`);
    }
    const progress = createProgress(io);
    const isRetryTold = retryFilter(io.now);
    const delivery = await sendSpans(batches, {
      url: endpoint.url,
      headers,
      timeout,
      from: NOTHING_DELIVERED,
      signal: interrupted(),
      onProgress({ sent }, retry) {
        const reason = retry && resultText(retry.after, headers);
        if (retry && reason !== undefined && isRetryTold(reason)) {
          progress.erase();
          print(`${endpoint.url} ${reason}; trying again for ${seconds(retry.left)}.`);
        }
        const waits = retry && `; ${endpoint.host} ${reason}, trying again in ${seconds(retry.delay)}`;
        progress.show(`${sent} of ${spans} spans sent${waits ?? ''}`);
      },
    });
    progress.erase();
    const { is, text } = sendingOutcome(delivery, { endpoint, spans, headers, credentials: headerVariables(io.env) });
    print(is === 'failed' || is === 'unconfirmed' ? `${PROGRAM}: ${text}${delivery.sent > 0 ? SENT_AGAIN : ''}` : text);
    return EXIT_CODES[is];
  };
}

/** Decides which retries get a line: the first, each with a new reason, and one from time to time. */
function retryFilter(now: Io['now']): (reason: string) => boolean {
  let last: { reason: string; at: number } | undefined;
  return reason => {
    if (last && now() - last.at < (last.reason === reason ? RETRY_TOLD_EVERY : SHORTEST_INTERVAL)) return false;
    last = { reason, at: now() };
    return true;
  };
}

/** The minimum time between two reports of retries with the same reason, in milliseconds. */
const RETRY_TOLD_EVERY = 15_000;
/** A collector may ask for retries without any delay, with a new reason each time. */
const SHORTEST_INTERVAL = 500;

/** Returns the destination from the command line and the environment. Throws UsageError if they can't be used. */
export function sendingDestination(address: string, env: Io['env']): Destination {
  const endpoint = tracesEndpoint(address);
  if ('fault' in endpoint) throw new UsageError(`"--to": ${endpoint.fault}`);
  const found = otlpHeaders(env);
  if ('fault' in found) throw new UsageError(found.fault);
  const waiting = otlpTimeout(env);
  if ('fault' in waiting) throw new UsageError(waiting.fault);
  return { endpoint, headers: found.headers, timeout: waiting.timeout };
}

const EXIT_CODES = { sent: 0, rejected: 1, unconfirmed: 1, failed: 2, cancelled: 2 } as const;
const SENT_AGAIN = ' The same command sends all spans again, under the same ids.';

/** Names the variables that set the headers, or could: `in OTEL_EXPORTER_OTLP_HEADERS`. */
function headerVariables(env: Io['env']): string {
  const used = HEADER_VARIABLES.filter(name => (env[name] ?? '').trim() !== '');
  return `in ${used.length > 0 ? used.join(' and ') : HEADER_VARIABLES[0]}`;
}

function seconds(milliseconds: number): string {
  return `${Math.ceil(milliseconds / 1000)} s`;
}
