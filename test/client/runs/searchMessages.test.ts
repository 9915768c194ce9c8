import { expect, test } from 'vitest';
import { loadWithVscode } from '../../kit/loadWithVscode';
import { l10n } from '../../kit/vscode';

interface Item {
  label: string;
}

test('"Show More" loads a page once, however often it is chosen before the page is there', async () => {
  const listeners: Record<string, (value?: string) => void> = {};
  const on = (name: string) => (listener: (value?: string) => void) => {
    listeners[name] = listener;
  };
  const pick = {
    items: [] as Item[],
    activeItems: [] as Item[],
    selectedItems: [] as (Item | undefined)[],
    onDidChangeValue: on('type'),
    onDidAccept: on('enter'),
    onDidTriggerItemButton: on('button'),
    onDidHide: on('hide'),
    show() {},
    dispose() {},
  };
  const vscode = { l10n, ThemeIcon: class {}, ProgressLocation: {}, window: { createQuickPick: () => pick } };
  let asked = 0;
  const request = async (method: string, params: { cursor?: string; limit: number }) => {
    if (method === 'agentEnvelopes/runs/stores') return [];
    asked++;
    const from = Number(params.cursor ?? 0);
    const matches = Array.from({ length: params.limit }, (_, index) => ({
      title: `m${from + index}`,
      field: '',
      text: '',
    }));
    return { matches, next: String(from + params.limit) };
  };
  const { searchMessages } = loadWithVscode<{ searchMessages(server: object): Promise<void> }>(
    'client/src/runs/searchMessages.ts',
    vscode,
  );
  const searching = searchMessages({ request });
  const more = () => pick.items.find(({ label }) => label === 'Show More');
  listeners.type?.('kyoto');
  await expect.poll(more).toBeDefined();
  pick.selectedItems = [more()];
  listeners.enter?.();
  listeners.enter?.();
  await expect.poll(more).toBeDefined();
  const titles = pick.items.map(({ label }) => label);
  expect([titles.length, new Set(titles).size, asked]).toEqual([101, 101, 2]);
  // The words have changed: what they found before goes on no more.
  pick.selectedItems = [more()];
  listeners.type?.('osaka');
  listeners.enter?.();
  expect(asked).toBe(2);
  listeners.hide?.();
  await searching;
});
