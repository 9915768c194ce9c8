import * as vscode from 'vscode';
import type { Server } from './createServer';

/**
 * Registers this extension's tools for AI agents, as the user's setting says: as tools of VS Code, or as a server of the Model Context Protocol.
 * If the editor's version supports only one of the two, that one is registered. If it supports neither, nothing is registered.
 */
export function registerAgentTools(
  context: vscode.ExtensionContext,
  server: Pick<Server, 'request'>,
): vscode.Disposable[] {
  return [...registerTools(context, server), ...registerMcpServer(context)];
}

/** Registers the tools of the extension. */
export function registerTools(
  { extension }: Pick<vscode.ExtensionContext, 'extension'>,
  server: Pick<Server, 'request'>,
): vscode.Disposable[] {
  const { lm, LanguageModelToolResult: Result, LanguageModelTextPart: TextPart } = NEWER;
  if (!lm?.registerTool || !Result || !TextPart) return [];
  const tools: ContributedTool[] = extension.packageJSON.contributes.languageModelTools;
  return tools.flatMap(({ name, displayName }) => {
    const tool: LanguageModelTool = {
      prepareInvocation: () => ({ invocationMessage: vscode.l10n.t('{0} (Agent Envelopes)', displayName) }),
      async invoke({ input }, token) {
        const asked = { name: name.slice(PREFIX.length), input };
        const answer = await server.request('agentEnvelopes/tool', asked, token);
        // The model is told the message.
        if ('error' in answer) throw new Error(answer.error);
        return new Result([new TextPart(answer.text), new TextPart(JSON.stringify(answer.data))]);
      },
    };
    return lm.registerTool?.(name, tool) ?? [];
  });
}

const PREFIX = 'agentEnvelopes_';

interface ContributedTool {
  name: string;
  displayName: string;
}

function registerMcpServer(context: vscode.ExtensionContext): vscode.Disposable[] {
  const { lm, McpStdioServerDefinition: Definition } = NEWER;
  if (!lm?.registerMcpServerDefinitionProvider || !Definition) return [];
  const changed = new vscode.EventEmitter<void>();
  const provider: McpServerDefinitionProvider = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions() {
      const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
      // The server would read settings, which requires a trusted workspace.
      if (setting() !== 'server' || folders.length === 0 || !vscode.workspace.isTrusted) return [];
      const args = [context.asAbsolutePath('dist/cli.js'), 'mcp', '--', ...folders.map(({ uri }) => uri.fsPath)];
      const { version } = context.extension.packageJSON;
      // In a desktop editor the program is Electron, which is Node with this variable.
      return [new Definition('Agent Envelopes', process.execPath, args, { ELECTRON_RUN_AS_NODE: '1' }, version)];
    },
  };
  return [
    changed,
    vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(`agentEnvelopes.${SETTING}`)) changed.fire();
    }),
    lm.registerMcpServerDefinitionProvider('agentEnvelopes', provider),
  ];
}

const SETTING = 'agentTools';

function setting(): unknown {
  return vscode.workspace.getConfiguration('agentEnvelopes').get(SETTING);
}

/** The parts of VS Code's API used here that its oldest supported version lacks. */
interface NewerApi {
  lm?: {
    registerTool?(name: string, tool: LanguageModelTool): vscode.Disposable;
    registerMcpServerDefinitionProvider?(id: string, provider: McpServerDefinitionProvider): vscode.Disposable;
  };
  LanguageModelTextPart?: new (text: string) => object;
  LanguageModelToolResult?: new (parts: readonly object[]) => object;
  McpStdioServerDefinition?: new (
    label: string,
    command: string,
    args: string[],
    env: Record<string, string>,
    version: string,
  ) => object;
}

interface LanguageModelTool {
  prepareInvocation(): { invocationMessage: string };
  invoke(options: { input: Record<string, unknown> }, token: vscode.CancellationToken): Promise<object>;
}

interface McpServerDefinitionProvider {
  onDidChangeMcpServerDefinitions: vscode.Event<void>;
  provideMcpServerDefinitions(): object[];
}

const NEWER = vscode as unknown as NewerApi;
