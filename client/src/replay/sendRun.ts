import {
  type Disposable,
  type Memento,
  ProgressLocation,
  type QuickPickItem,
  type SecretStorage,
  ThemeIcon,
  Uri,
  window,
  workspace,
} from 'vscode';
import {
  type PrepareSendingParams,
  parseFieldNames,
  patternsBy,
  REDACTION_CHOICES,
  type Redaction,
  type RedactionPatterns,
  SENDING_ADDRESS,
  SENDING_HEADERS,
  SENDING_PREPARE,
  SENDING_PREVIEW,
  SENDING_PROGRESS,
  SENDING_SEND,
  type SendAnswer,
  type SendingAddress,
  type SendingAddressParams,
  type SendingHeadersAnswer,
  type SendingHeadersParams,
  type SendingPreviewParams,
  type SendingProgress,
  type SendingSummary,
  type SendParams,
  USUAL_PATTERNS,
} from '../../../server/src/shared/protocol';
import type { Server } from '../createServer';
import { forRow } from '../messages/failureReporter';
import {
  askForText,
  createPicker,
  pickMany,
  showError,
  showInformation,
  showModal,
  showWarning,
  withProgress,
} from '../messages/notify';
import type { OpenReplays } from './page/replayWebview';
import { pickRun } from './pickRun';
import type { ReplayServices } from './replayServices';
import { runArguments } from './runArguments';

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

/** Registers the command that sends a run: of a menu, of the focused replay, or one that the user chooses. */
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
        const [first] = runArguments(argument, selection);
        const pickAnyRun = () =>
          pickRun(services, 'Select a run to send', error => log.warn(`The runs could not be listed: ${error}`));
        const run = first?.run ?? pages.active()?.controller.run ?? (await pickAnyRun());
        if (run !== undefined) await sendRun(sending, { run });
      }),
    ),
  ];
}

const SCHEME = 'agent-envelopes-sending';

/** Opens what would be sent in a read-only editor. */
async function openPreview({ id, isPreviewCut }: SendingSummary): Promise<void> {
  const path = isPreviewCut ? '/Beginning of the Run.otlp.json' : '/Run.otlp.json';
  const document = await workspace.openTextDocument(Uri.from({ scheme: SCHEME, path, query: String(id) }));
  await window.showTextDocument(document, { preview: true, preserveFocus: true });
}

/** Provides the documents of previews. */
function registerSendingPreviews(server: Server): Disposable {
  return workspace.registerTextDocumentContentProvider(SCHEME, {
    async provideTextDocumentContent({ query }) {
      const params: SendingPreviewParams = { id: Number(query) };
      const text = await server.request<string | null>(SENDING_PREVIEW, params);
      return text ?? 'This preview is no longer kept. Send the run again to see it.';
    },
  });
}

type Choice = keyof RedactionPatterns | 'fields';

const CHOICES: readonly { id: Choice; label: string; description: string }[] = [
  ...REDACTION_CHOICES.map(({ id, title, about }) => ({ id, label: title, description: about })),
  { id: 'fields', label: 'Values of properties…', description: 'by their names, at any depth of an envelope' },
];

const USUAL: Redaction = { ...USUAL_PATTERNS, fields: [] };

/** Asks what to redact, as the export dialog does; undefined if the user cancels. */
async function pickRedaction(before: Redaction = USUAL): Promise<Redaction | undefined> {
  const picked = (id: Choice) => (id === 'fields' ? before.fields.length > 0 : before[id] === true);
  const items = CHOICES.map((choice): QuickPickItem & { id: Choice } => ({ ...choice, picked: picked(choice.id) }));
  const chosen = await pickMany(items, {
    title: 'Send Run: What to Redact',
    placeHolder: 'Select what to redact before anything is sent',
    ignoreFocusOut: true,
  });
  if (!chosen) return undefined;
  const has = (id: Choice) => chosen.some(one => one.id === id);
  const fields = has('fields') ? await askForFields(before.fields) : [];
  return fields && { ...patternsBy(has), fields };
}

async function askForFields(before: readonly string[]): Promise<string[] | undefined> {
  const text = await askForText({
    title: 'Send Run: What to Redact',
    prompt: 'Names of properties whose values are redacted, separated by commas',
    placeHolder: 'customer, session_id',
    value: before.join(', '),
    ignoreFocusOut: true,
  });
  return text === undefined ? undefined : parseFieldNames(text);
}

/** Where a run is sent. */
type Collector = Exclude<SendingAddress, { fault: string }>;

interface CollectorItem extends QuickPickItem {
  /** Absent for an address that can't be used. */
  collector?: Collector;
}

/** Asks for the address of a collector; offers those that were used before. */
function pickCollector(services: SendingServices): Promise<Collector | undefined> {
  const { server, state } = services;
  const recent = [...new Set([...state.get<readonly string[]>(RECENT, []), DEFAULT])];
  const pick = createPicker<CollectorItem>();
  pick.title = 'Send Run to a Collector';
  pick.placeholder = `Address for OTLP over HTTP, such as ${DEFAULT}`;
  let requests = 0;
  const update = async () => {
    const request = ++requests;
    const typed = pick.value.trim();
    const addresses = typed === '' || recent.includes(typed) ? recent : [typed, ...recent];
    const items = await Promise.all(
      addresses.map(async (address): Promise<CollectorItem> => {
        const params: SendingAddressParams = { address };
        const found = await server.request<SendingAddress>(SENDING_ADDRESS, params);
        // What is typed is offered even if it is no address yet, to say why.
        const alwaysShow = address === typed;
        if ('fault' in found) return { label: address, detail: found.fault, alwaysShow };
        return { label: address, description: found.url, alwaysShow, collector: found, buttons: [HEADERS] };
      }),
    );
    if (request === requests) pick.offer(items);
  };
  return new Promise((resolve, reject) => {
    const updateOrReject = () => void update().catch(reject);
    pick.onDidChangeValue(updateOrReject);
    pick.onDidTriggerItemButton(async ({ item: { collector } }) => {
      if (!collector) return;
      pick.ignoreFocusOut = true;
      await askForHeaders(services, collector.origin);
      pick.show();
    });
    pick.onDidAccept(async () => {
      const [chosen] = pick.selectedItems;
      if (!chosen?.collector) return;
      resolve(chosen.collector);
      pick.hide();
      await state.update(RECENT, [chosen.label, ...recent.filter(one => one !== chosen.label)].slice(0, MOST_RECENT));
    });
    pick.onDidHide(() => {
      // The question for headers hides the list, which is shown again.
      if (pick.ignoreFocusOut) {
        pick.ignoreFocusOut = false;
        return;
      }
      requests++;
      pick.dispose();
      resolve(undefined);
    });
    updateOrReject();
    pick.show();
  });
}

const DEFAULT = 'http://127.0.0.1:4318';
const RECENT = 'sending.addresses';
const MOST_RECENT = 5;
const HEADERS = { iconPath: new ThemeIcon('key'), tooltip: 'Set Headers…' };

/** The headers that are kept for a collector, as `name=value,name=value`. */
async function collectorHeaders(secrets: SecretStorage, origin: string): Promise<string> {
  return (await secrets.get(keyOf(origin))) ?? '';
}

/** Asks for the headers of a collector and keeps them; empty to keep none. Returns whether the user answered. */
async function askForHeaders(
  { server, secrets }: Pick<SendingServices, 'server' | 'secrets'>,
  origin: string,
): Promise<boolean> {
  const headers = await askForText({
    title: `Headers for ${origin}`,
    prompt:
      'As in OTEL_EXPORTER_OTLP_HEADERS, with %20 for a space: authorization=Bearer%20…,name=value. Kept in the secret storage, and sent to this origin only. Leave empty for none.',
    placeHolder: 'authorization=Bearer%20…',
    password: true,
    ignoreFocusOut: true,
    validateInput: async value => {
      const params: SendingHeadersParams = { headers: value };
      return (await server.request<SendingHeadersAnswer>(SENDING_HEADERS, params)).fault;
    },
  });
  if (headers === undefined) return false;
  if (headers.trim() === '') await secrets.delete(keyOf(origin));
  else await secrets.store(keyOf(origin), headers);
  return true;
}

function keyOf(origin: string): string {
  return `sending.headers ${origin}`;
}

/** What sending needs of the extension. */
interface SendingServices {
  server: Server;
  /** Remembers addresses. */
  state: Memento;
  /** Keeps headers. */
  secrets: SecretStorage;
}
