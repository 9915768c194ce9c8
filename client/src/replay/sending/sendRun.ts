import { ProgressLocation } from 'vscode';
import {
  type PrepareSendingParams,
  type Redaction,
  SENDING_PREPARE,
  SENDING_PROGRESS,
  SENDING_SEND,
  type SendAnswer,
  type SendingProgress,
  type SendingSummary,
  type SendParams,
} from '../../../../server/src/shared/protocol';
import { showError, showInformation, showModal, showWarning, withProgress } from '../../messages/notify';
import { askForHeaders, collectorHeaders } from './collectorHeaders';
import { type Collector, pickCollector } from './pickCollector';
import { pickRedaction } from './pickRedaction';
import { openPreview } from './sendingPreview';
import type { SendingServices } from './sendingServices';

interface SendRunOptions {
  run: string;
  /** What to redact, if that was chosen already. */
  redaction?: Redaction;
}

/** Sends a run to a collector that the user names: asks where to, what to redact, and once more before anything is sent. */
export async function sendRun(services: SendingServices, { run, redaction }: SendRunOptions): Promise<void> {
  const { server } = services;
  const collector = await pickCollector(services);
  if (!collector) return;
  let chosen = redaction ?? (await pickRedaction());
  while (chosen) {
    const params: PrepareSendingParams = { run, redaction: chosen };
    const summary = await withProgress({ location: ProgressLocation.Notification, title: 'Preparing the run…' }, () =>
      server.request<SendingSummary | null>(SENDING_PREPARE, params),
    );
    if (!summary) return void showInformation('This run no longer exists: there is nothing to send.');
    if (summary.spans === 0) return void showInformation('This run has no steps: there is nothing to send.');
    const button = await confirm(services, summary, collector);
    if (button === SEND) return send(services, summary, collector);
    if (button !== PREVIEW) return;
    await openPreview(summary);
    // The choices stay beside the preview, so that they can be corrected.
    chosen = await pickRedaction(chosen);
  }
}

const SEND = 'Send';
const PREVIEW = 'Preview';

async function confirm(
  { secrets }: SendingServices,
  { text }: SendingSummary,
  { host, url, origin, isReadableOnTheWay }: Collector,
): Promise<string | undefined> {
  const hasHeaders = (await collectorHeaders(secrets, origin)) !== '';
  const lines = [
    `${text}.`,
    `It is sent to ${url}${hasHeaders ? ' with its stored headers' : ''}.`,
    ...(isReadableOnTheWay ? ['The connection is not encrypted: others may read what is sent.'] : []),
    'A password in a sentence, or a secret that was encoded twice, may remain: the preview shows what is sent.',
  ];
  return showModal(`Send this run to ${host}?`, lines.join('\n\n'), SEND, PREVIEW);
}

/** Sends what was prepared. After a failure the user may send the rest. */
async function send(
  services: SendingServices,
  { id }: SendingSummary,
  { url, origin, host }: Collector,
): Promise<void> {
  const { server, secrets } = services;
  for (;;) {
    const params: SendParams = { id, address: url, headers: await collectorHeaders(secrets, origin) };
    const options = { location: ProgressLocation.Notification, title: `Sending to ${host}`, cancellable: true };
    const answer = await withProgress(options, async (progress, token) => {
      const listener = server.onNotification<SendingProgress>(SENDING_PROGRESS, sent => {
        if (sent.id === id) progress.report(sent.text);
      });
      try {
        return await server.request<SendAnswer | null>(SENDING_SEND, params, token);
      } finally {
        listener.dispose();
      }
    });
    if (!answer) return void showInformation('The prepared run is no longer kept. Send the run again.');
    const { is, text, needsCredentials } = answer;
    if (is === 'sent') return void showInformation(text);
    if (is === 'rejected') return void showWarning(text);
    const buttons = [needsCredentials ? SET_HEADERS : SEND_REST];
    const button = await (is === 'cancelled' ? showInformation(text, ...buttons) : showError(text, ...buttons));
    if (button === undefined) return;
    if (button === SET_HEADERS && !(await askForHeaders(services, origin))) return;
  }
}

const SET_HEADERS = 'Set Headers…';
const SEND_REST = 'Send the Rest';
