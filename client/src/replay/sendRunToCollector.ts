import { type Disposable, l10n, ProgressLocation, type QuickPickItem, Uri, window, workspace } from 'vscode';
import {
  parsePropertyNames,
  patternsBy,
  REDACTION_CHOICES,
  type Redaction,
  type RedactionPatterns,
  SENDING_PROGRESS,
  type SendingProgress,
  type SendingSummary,
  USUAL_PATTERNS,
} from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { forRow } from '../messages/failureReporter';
import {
  askForText,
  pickMany,
  showError,
  showInformation,
  showModal,
  showWarning,
  withProgress,
} from '../messages/notify';
import type { OpenReplays } from './page/replayWebview';
import { askForHeaders, type Collector, collectorHeaders, pickCollector, type SendingServices } from './pickCollector';
import { pickRun } from './pickRun';
import type { ReplayServices } from './replayServices';
import { runsOfCommand } from './runsOfCommand';

/** The workflow run to send to a trace collector, and what to redact in it. */
interface SendRunOptions {
  run: string;
  /** The redaction, if already chosen. */
  redaction?: Redaction;
}

/** Sends a workflow run to a trace collector: asks for the address, what to redact, and for a confirmation before anything is sent. */
export async function sendRunToCollector(services: SendingServices, { run, redaction }: SendRunOptions): Promise<void> {
  const { server } = services;
  const collector = await pickCollector(services);
  if (!collector) return;
  let chosen = redaction ?? (await pickRedaction());
  while (chosen) {
    const params = { run, redaction: chosen };
    const summary = await withProgress(
      { location: ProgressLocation.Notification, title: l10n.t('Preparing the run…') },
      () => server.request('agentEnvelopes/sending/prepare', params),
    );
    if (!summary) return void showInformation(l10n.t('This run no longer exists: there is nothing to send.'));
    if (summary.spans === 0) return void showInformation(l10n.t('This run has no steps: there is nothing to send.'));
    const button = await confirm(services, summary, collector);
    if (button === SEND) return send(services, summary, collector);
    if (button !== PREVIEW) return;
    await openPreview(summary);
    // Asks again after the preview, so that the choices can be corrected.
    chosen = await pickRedaction(chosen);
  }
}

const SEND = l10n.t('Send');
const PREVIEW = l10n.t('Preview');

async function confirm(
  { secrets }: SendingServices,
  { text }: SendingSummary,
  { host, url, origin, isReadableOnTheWay }: Collector,
): Promise<string | undefined> {
  const hasHeaders = (await collectorHeaders(secrets, origin)) !== '';
  const lines = [
    `${text}.`,
    hasHeaders ? l10n.t('It is sent to {0} with its stored headers.', url) : l10n.t('It is sent to {0}.', url),
    ...(isReadableOnTheWay ? [l10n.t('The connection is not encrypted: others may read what is sent.')] : []),
    l10n.t('A password in a sentence, or a secret that was encoded twice, may remain: the preview shows what is sent.'),
  ];
  return showModal(l10n.t('Send this run to {0}?', host), lines.join('\n\n'), SEND, PREVIEW);
}

/** Sends a prepared run. After a failure the user may send the rest. */
async function send(
  services: SendingServices,
  { id }: SendingSummary,
  { url, origin, host }: Collector,
): Promise<void> {
  const { server, secrets } = services;
  for (;;) {
    const params = {
      id,
      address: url,
      headers: await collectorHeaders(secrets, origin),
    };
    const options = {
      location: ProgressLocation.Notification,
      title: l10n.t('Sending to {0}', host),
      cancellable: true,
    };
    const answer = await withProgress(options, async (progress, token) => {
      const listener = server.onNotification<SendingProgress>(SENDING_PROGRESS, sent => {
        if (sent.id === id) progress.report(sent.text);
      });
      try {
        return await server.request('agentEnvelopes/sending/send', params, token);
      } finally {
        listener.dispose();
      }
    });
    if (!answer) return void showInformation(l10n.t('The prepared run is no longer kept. Send the run again.'));
    const { is, text, needsCredentials } = answer;
    if (is === 'sent') return void showInformation(text);
    if (is === 'rejected') return void showWarning(text);
    const buttons = [needsCredentials ? SET_HEADERS : SEND_REST];
    const button = await (is === 'cancelled' ? showInformation(text, ...buttons) : showError(text, ...buttons));
    if (button === undefined) return;
    if (button === SET_HEADERS && !(await askForHeaders(services, origin))) return;
  }
}

const SET_HEADERS = l10n.t('Set Headers…');
const SEND_REST = l10n.t('Send the Rest');

/** Registers the command that sends a run: from a menu, from the focused replay, or chosen by the user. */
export function registerSending(
  services: ReplayServices,
  sending: SendingServices,
  pages: Pick<OpenReplays, 'active'>,
): Disposable[] {
  const { server, log, register } = services;
  return [
    registerSendingPreviews(server),
    register(
      'sendRun',
      forRow(async (argument: unknown, selection: unknown) => {
        const [first] = runsOfCommand(argument, selection);
        const pickAnyRun = () =>
          pickRun(services, l10n.t('Select a run to send'), error =>
            log.warn(`The runs could not be listed: ${error}`),
          );
        const run = first?.run ?? pages.active()?.controller.run ?? (await pickAnyRun());
        if (run !== undefined) await sendRunToCollector(sending, { run });
      }),
    ),
  ];
}

const SCHEME = 'agent-envelopes-sending';

/** Opens a preview of the data to send in a read-only editor. */
async function openPreview({ id, isPreviewCut }: SendingSummary): Promise<void> {
  const path = isPreviewCut ? '/Beginning of the Run.otlp.json' : '/Run.otlp.json';
  const document = await workspace.openTextDocument(Uri.from({ scheme: SCHEME, path, query: String(id) }));
  await window.showTextDocument(document, { preview: true, preserveFocus: true });
}

/** Provides the documents of previews. */
function registerSendingPreviews(server: Server): Disposable {
  return workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent({ query }) {
      const text = await server.request('agentEnvelopes/sending/preview', { id: Number(query) });
      return text ?? l10n.t('This preview is no longer kept. Send the run again to see it.');
    },
  });
}

type Choice = keyof RedactionPatterns | 'fields';

const CHOICES: readonly { id: Choice; label: string; description: string }[] = [
  ...REDACTION_CHOICES.map(({ id, title, about }) => ({ id, label: title, description: about })),
  {
    id: 'fields',
    label: l10n.t('Values of properties…'),
    description: l10n.t('by their names, at any depth of an envelope'),
  },
];

const USUAL: Redaction = { ...USUAL_PATTERNS, fields: [] };

/** Asks for the redaction, with the choices of the export dialog; undefined if the user cancels. */
async function pickRedaction(before: Redaction = USUAL): Promise<Redaction | undefined> {
  const picked = (id: Choice) => (id === 'fields' ? before.fields.length > 0 : before[id] === true);
  const items = CHOICES.map((choice): QuickPickItem & { id: Choice } => ({ ...choice, picked: picked(choice.id) }));
  const chosen = await pickMany(items, {
    title: l10n.t('Send Run: What to Redact'),
    placeHolder: l10n.t('Select what to redact before anything is sent'),
    ignoreFocusOut: true,
  });
  if (!chosen) return undefined;
  const has = (id: Choice) => chosen.some(one => one.id === id);
  const fields = has('fields') ? await askForFields(before.fields) : [];
  return fields && { ...patternsBy(has), fields };
}

async function askForFields(before: readonly string[]): Promise<string[] | undefined> {
  const text = await askForText({
    title: l10n.t('Send Run: What to Redact'),
    prompt: l10n.t('Names of properties whose values are redacted, separated by commas'),
    placeHolder: 'customer, session_id',
    value: before.join(', '),
    ignoreFocusOut: true,
  });
  return text === undefined ? undefined : parsePropertyNames(text);
}
