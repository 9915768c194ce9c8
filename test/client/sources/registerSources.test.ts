import { expect, test } from 'vitest';
import { loadWithVscode } from '../../kit/loadWithVscode';
import { l10n } from '../../kit/vscode';

const NONE = { dispose() {} };
const store = (name: string) => ({ name, kind: 'jaeger', address: 'http://localhost:16686' });

/** Adds the store "jaeger" to an editor's settings; returns what is written there. */
async function added(inspected: { globalValue?: unknown; workspaceValue?: unknown }): Promise<unknown[]> {
  const written: unknown[] = [];
  const settings = {
    get: () => inspected.workspaceValue ?? inspected.globalValue,
    inspect: () => inspected,
    update: async (...args: unknown[]) => void written.push(...args),
  };
  const vscode = {
    l10n,
    ConfigurationTarget: { Global: 'user', Workspace: 'workspace' },
    commands: { executeCommand: async () => {} },
    workspace: { getConfiguration: () => settings, onDidChangeConfiguration: () => NONE },
    window: {
      showQuickPick: async ([first]: object[]) => first,
      showInputBox: async ({ value }: { value?: string }) => value,
    },
  };
  const { registerSources } = loadWithVscode<{ registerSources(...args: unknown[]): unknown }>(
    'client/src/sources/registerSources.ts',
    vscode,
  );
  const commands = new Map<string, () => Promise<void>>();
  const register = (name: string, run: () => Promise<void>) => {
    commands.set(name, run);
    return NONE;
  };
  registerSources({ secrets: {} }, { onRequest() {} }, register, { show: async () => true });
  await commands.get('sources.add')?.();
  return written;
}

test.each([
  ['the user', {}, [], 'user'],
  ['the user', { globalValue: [store('a')] }, [store('a')], 'user'],
  ['the workspace', { globalValue: [store('a')], workspaceValue: [store('b')] }, [store('b')], 'workspace'],
  ['the workspace', { globalValue: [store('a')], workspaceValue: [] }, [], 'workspace'],
])('a store is added to the list of %s, which is in force', async (_, inspected, before, target) => {
  expect(await added(inspected)).toEqual(['sources', [...before, store('jaeger')], target]);
});
