import { expect, test } from 'vitest';
import { loadWithVscode } from '../../kit/loadWithVscode';
import { l10n } from '../../kit/vscode';

test('the status bar says so when the server has stopped, and no traces are received', async () => {
  const item = { text: '', tooltip: '', show() {}, hide() {}, dispose() {} };
  const messages: string[] = [];
  const none = () => ({ dispose() {} });
  const vscode = {
    l10n,
    Disposable: { from: none },
    StatusBarAlignment: {},
    ThemeColor: class {},
    Uri: { joinPath: () => ({ fsPath: '/received' }) },
    commands: { executeCommand: async () => {} },
    workspace: { getConfiguration: () => ({ port: 4318 }), onDidChangeConfiguration: none },
    window: { createStatusBarItem: () => item, showWarningMessage: async (text: string) => void messages.push(text) },
  };
  const { registerReceiver } = loadWithVscode<{ registerReceiver(...args: unknown[]): void }>(
    'client/src/sources/registerReceiver.ts',
    vscode,
  );
  let changed = () => {};
  const server = {
    state: 'running',
    request: async () => ({ role: 'listens', port: 4318, received: { spans: 3, logRecords: 0, rejected: 0 } }),
    onNotification: none,
    onDidChangeState: (listener: () => void) => {
      changed = listener;
      return none();
    },
  };
  registerReceiver({ workspaceState: { get: () => true }, globalStorageUri: {} }, { server, register: none });
  await expect.poll(() => item.tooltip).toMatch(/^Receives traces/);
  server.state = 'stopped';
  changed();
  expect(item.tooltip).toMatch(/^No traces are received\. The Agent Envelopes server has stopped\./);
  // The server's own failure is told once, elsewhere.
  expect(messages).toEqual([]);
  server.state = 'running';
  changed();
  await expect.poll(() => item.tooltip).toMatch(/^Receives traces/);
});
