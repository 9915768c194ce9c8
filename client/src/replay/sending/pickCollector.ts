import { type QuickPickItem, ThemeIcon } from 'vscode';
import {
  SENDING_ADDRESS,
  type SendingAddress,
  type SendingAddressParams,
} from '../../../../server/src/shared/protocol';
import { createPicker } from '../../messages/notify';
import { askForHeaders } from './collectorHeaders';
import type { SendingServices } from './sendingServices';

/** Where a run is sent. */
export type Collector = Exclude<SendingAddress, { fault: string }>;

interface CollectorItem extends QuickPickItem {
  /** Absent for an address that can't be used. */
  collector?: Collector;
}

/** Asks for the address of a collector; offers those that were used before. */
export function pickCollector(services: SendingServices): Promise<Collector | undefined> {
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
