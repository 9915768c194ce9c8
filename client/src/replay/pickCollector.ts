import { l10n, type Memento, type QuickPickItem, type SecretStorage, ThemeIcon } from 'vscode';
import type { SendingAddress } from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { askForText, createPicker } from '../messages/notify';

interface CollectorItem extends QuickPickItem {
  /** The trace collector at the address that the user typed; absent if the address is invalid. */
  collector?: Collector;
}

/** Asks the user to which trace collector a run is sent, and suggests addresses that were used before. */
export function pickCollector(services: SendingServices): Promise<Collector | undefined> {
  const { server, state } = services;
  const recent = [...new Set([...state.get<readonly string[]>(RECENT, []), DEFAULT])];
  const pick = createPicker<CollectorItem>();
  pick.title = l10n.t('Send Run to a Collector');
  pick.placeholder = l10n.t('Address for OTLP over HTTP, such as {0}', DEFAULT);
  let requests = 0;
  const update = async () => {
    const request = ++requests;
    const typed = pick.value.trim();
    const addresses = typed === '' || recent.includes(typed) ? recent : [typed, ...recent];
    const items = await Promise.all(
      addresses.map(async (address): Promise<CollectorItem> => {
        const found = await server.request('agentEnvelopes/sending/address', { address });
        // The typed text is offered even if it is no address yet, to show why.
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

/** The valid address of an OpenTelemetry collector to which a run can be sent. */
export type Collector = Exclude<SendingAddress, { fault: string }>;

const DEFAULT = 'http://127.0.0.1:4318';
const RECENT = 'sending.addresses';
const MOST_RECENT = 5;
const HEADERS = { iconPath: new ThemeIcon('key'), tooltip: l10n.t('Set Headers…') };

/** Returns the stored headers of a collector, as `name=value,name=value`. */
export async function collectorHeaders(secrets: SecretStorage, origin: string): Promise<string> {
  return (await secrets.get(keyOf(origin))) ?? '';
}

/** Asks for the headers of a collector and stores them; an empty answer deletes them. Returns whether the user answered. */
export async function askForHeaders(
  { server, secrets }: Pick<SendingServices, 'server' | 'secrets'>,
  origin: string,
): Promise<boolean> {
  const headers = await askForText({
    title: l10n.t('Headers for {0}', origin),
    prompt: l10n.t(
      'As in OTEL_EXPORTER_OTLP_HEADERS, with %20 for a space: authorization=Bearer%20…,name=value. Kept in the secret storage, and sent to this origin only. Leave empty for none.',
    ),
    placeHolder: 'authorization=Bearer%20…',
    password: true,
    ignoreFocusOut: true,
    validateInput: async value => {
      return (await server.request('agentEnvelopes/sending/headers', { headers: value })).fault;
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

/** The services that sending needs. */
export interface SendingServices {
  server: Server;
  /** Stores used addresses. */
  state: Memento;
  /** Stores headers. */
  secrets: SecretStorage;
}
