import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../kit/corpus';
import { loadWithVscode } from '../kit/loadWithVscode';

type Register = (context: object, server: object) => { dispose(): void }[];

/** The extension's module with a `vscode` of the test. */
function registerWith(vscode: object): Register {
  return loadWithVscode<{ registerAgentTools: Register }>('client/src/registerAgentTools.ts', vscode)
    .registerAgentTools;
}

const NONE = { dispose() {} };
const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
const context = { extension: { packageJSON: manifest }, asAbsolutePath: (path: string) => `/extension/${path}` };

/** An editor as it is used here: what it was given, and what changes in it. */
function editor({
  setting = 'editor',
  isTrusted = true,
  lm = {},
}: {
  setting?: string;
  isTrusted?: boolean;
  lm?: object;
}) {
  const listeners: ((event: object) => void)[] = [];
  const listen = (listener: (event: object) => void) => {
    listeners.push(listener);
    return NONE;
  };
  class Parts {
    constructor(readonly parts: object[]) {}
  }
  class Text {
    constructor(readonly value: string) {}
  }
  class Definition {
    readonly given: unknown[];
    constructor(...given: unknown[]) {
      this.given = given;
    }
  }
  return {
    fire: () => {
      for (const listener of listeners) listener({ affectsConfiguration: () => true });
    },
    vscode: {
      lm,
      l10n: { t: (text: string, ...args: string[]) => text.replace('{0}', args[0] ?? '') },
      LanguageModelToolResult: Parts,
      LanguageModelTextPart: Text,
      McpStdioServerDefinition: Definition,
      EventEmitter: class {
        heard = 0;
        event = () => NONE;
        fire = () => void this.heard++;
        dispose() {}
      },
      workspace: {
        isTrusted,
        workspaceFolders: [
          { uri: { scheme: 'file', fsPath: '/work/a' } },
          { uri: { scheme: 'vscode-vfs', fsPath: '/virtual' } },
        ],
        getConfiguration: () => ({ get: () => setting }),
        onDidChangeWorkspaceFolders: listen,
        onDidGrantWorkspaceTrust: listen,
        onDidChangeConfiguration: listen,
      },
    },
  };
}

test('an editor without tools and servers is offered neither, and nothing fails', () => {
  expect(registerWith({ workspace: {} })(context, {})).toEqual([]);
  expect(registerWith(editor({}).vscode)(context, {})).toEqual([]);
});

test('each tool of the manifest is registered, and asks the server', async () => {
  // biome-ignore lint/suspicious/noExplicitAny: a stub of a newer API.
  const tools = new Map<string, any>();
  const lm = {
    registerTool(name: string, tool: object) {
      tools.set(name, tool);
      return NONE;
    },
  };
  const asked: unknown[] = [];
  const server = {
    async request(...args: unknown[]) {
      asked.push(args);
      return (args[1] as { name: string }).name === 'step' ? { error: 'No.' } : { text: 'Short.', data: { files: 1 } };
    },
  };
  expect(registerWith(editor({ lm }).vscode)(context, server)).toHaveLength(9);
  const names = manifest.contributes.languageModelTools.map(({ name }: { name: string }) => name);
  expect([...tools.keys()]).toEqual(names);
  const check = tools.get('agentEnvelopes_check');
  expect(check.prepareInvocation().invocationMessage).toContain('Agent Envelopes');
  const { parts } = await check.invoke({ input: { path: 'a.json' } }, 'token');
  expect(parts.map(({ value }: { value: string }) => value)).toEqual(['Short.', '{"files":1}']);
  expect(asked).toEqual([['agentEnvelopes/tool', { name: 'check', input: { path: 'a.json' } }, 'token']]);
  await expect(tools.get('agentEnvelopes_step').invoke({ input: {} }, 'token')).rejects.toThrow('No.');
});

test.each([
  { setting: 'editor', isTrusted: true, servers: 0 },
  { setting: 'off', isTrusted: true, servers: 0 },
  { setting: 'server', isTrusted: false, servers: 0 },
  { setting: 'server', isTrusted: true, servers: 1 },
])('with $setting, trusted $isTrusted, the editor is offered $servers servers', ({ servers, ...state }) => {
  const given: [string, { provideMcpServerDefinitions(): { given: unknown[] }[] }][] = [];
  const lm = {
    registerMcpServerDefinitionProvider(...args: (typeof given)[number]) {
      given.push(args);
      return NONE;
    },
  };
  const { vscode, fire } = editor({ ...state, lm });
  const [changed] = registerWith(vscode)(context, {}) as unknown as { heard: number }[];
  const [[id, provider] = []] = given;
  expect(id).toBe(manifest.contributes.mcpServerDefinitionProviders[0].id);
  const definitions = provider?.provideMcpServerDefinitions() ?? [];
  expect(definitions).toHaveLength(servers);
  for (const definition of definitions) {
    const [label, command, args, env, version] = definition.given;
    expect([label, command, version]).toEqual(['Agent Envelopes', process.execPath, manifest.version]);
    expect(args).toEqual(['/extension/dist/cli.js', 'mcp', '--', '/work/a']);
    expect(env).toEqual({ ELECTRON_RUN_AS_NODE: '1' });
  }
  // Folders, trust and the setting.
  fire();
  expect(changed?.heard).toBe(3);
});
