import { sendSpans } from '../network/sendSpans';
import { t } from '../shared/l10n';
import { SENDING_PROGRESS, type SendingProgress } from '../shared/lspExtensions';
import { NOTHING_DELIVERED } from '../sources/send/deliverBatches';
import { parseHeaders, TIMEOUT } from '../sources/send/otlpHeaders';
import { type PreparedSending, sendingPreview } from '../sources/send/prepareSending';
import { resultText, sendingOutcome, sendingText, tracesEndpoint } from '../sources/send/sendingText';
import type { RequestHandlers, ServerState } from './serverState';

/** Answers the requests with which a user sends workflow runs to trace collectors. */
export function serveRunSending({ connection, index, client, refusal }: ServerState) {
  let lastId = 0;
  let kept: KeptSending | undefined;

  return {
    'agentEnvelopes/sending/address': ({ address }) => tracesEndpoint(address),
    'agentEnvelopes/sending/headers': ({ headers }) => {
      const parsed = parseHeaders(headers);
      return 'fault' in parsed ? { fault: parsed.fault } : {};
    },
    'agentEnvelopes/sending/prepare': async params => {
      kept = undefined;
      const prepared = await index.query('sending', params);
      if (!prepared) return null;
      kept = { id: ++lastId, prepared, delivered: new Map() };
      const isPreviewCut = prepared.bytes > LONGEST_PREVIEW;
      return { id: kept.id, spans: prepared.spans, text: sendingText(prepared), isPreviewCut };
    },
    'agentEnvelopes/sending/preview': ({ id }) =>
      kept?.id === id ? sendingPreview(kept.prepared, LONGEST_PREVIEW) : null,
    'agentEnvelopes/sending/send': async (params, token) => {
      const sending = kept?.id === params.id ? kept : undefined;
      if (!sending) return null;
      const endpoint = tracesEndpoint(params.address);
      if ('fault' in endpoint) throw refusal(endpoint.fault);
      const parsed = parseHeaders(params.headers);
      if ('fault' in parsed) throw refusal(parsed.fault);
      if (sending.isUnderWay) throw refusal(t`This run is being sent already.`);
      const { headers } = parsed;
      const { batches, spans } = sending.prepared;
      const controller = new AbortController();
      if (token.isCancellationRequested) controller.abort();
      token.onCancellationRequested(() => controller.abort());
      sending.isUnderWay = true;
      try {
        const delivery = await sendSpans(batches, {
          url: endpoint.url,
          headers,
          timeout: TIMEOUT,
          from: sending.delivered.get(endpoint.url) ?? NOTHING_DELIVERED,
          signal: controller.signal,
          onProgress({ sent }, retry) {
            if (!client.takesNotifications) return;
            const text = retry
              ? t`${sent} of ${spans} spans; it ${resultText(retry.after, headers)}, trying again`
              : t`${sent} of ${spans} spans`;
            const progress: SendingProgress = { id: params.id, text };
            void connection.sendNotification(SENDING_PROGRESS, progress);
          },
        });
        sending.delivered.set(endpoint.url, delivery);
        const outcome = sendingOutcome(delivery, { endpoint, spans, headers, credentials: CREDENTIALS });
        // A failure may be followed by another attempt with the rest.
        if ((outcome.is === 'sent' || outcome.is === 'rejected') && kept === sending) kept = undefined;
        return outcome;
      } finally {
        sending.isUnderWay = false;
      }
    },
  } satisfies Partial<RequestHandlers>;
}

/** A prepared run, and how much of it each collector has. */
interface KeptSending {
  id: number;
  prepared: PreparedSending;
  delivered: Map<string, typeof NOTHING_DELIVERED>;
  isUnderWay?: boolean;
}

/** In bytes. Editors show larger documents slowly and without colours. */
const LONGEST_PREVIEW = 10_000_000;
const CREDENTIALS = t`with "Set Headers…"`;
