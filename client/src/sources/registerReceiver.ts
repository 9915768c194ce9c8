import {
  commands,
  Disposable,
  type ExtensionContext,
  env,
  StatusBarAlignment,
  ThemeColor,
  ThemeIcon,
  Uri,
  workspace,
} from 'vscode';
import { DEFAULT_OTLP_PORT, RECEIVER_CHANGED, type ReceiverState } from '../../../server/src/shared/protocol';
import type { Server } from '../createServer';
import { type RegisterCommand, type ReportFailure, setContext } from '../messages/failureReporter';
import { createStatusItem, pickOne, showStatusMessage, showWarning } from '../messages/notify';
import { ENVIRONMENT_FORMATS, type EnvironmentFormat, environmentText, receiverLook } from './receiverLook';

interface RegisterReceiverContext {
  server: Server;
  register: RegisterCommand;
  reportFailure: ReportFailure;
}

/**
 * The commands that start and stop receiving traces, and what the status bar shows of it. Each workspace remembers whether it receives; windows share
 * what arrives.
 */
export function registerReceiver(
  { workspaceState, globalStorageUri }: ExtensionContext,
  { server, register, reportFailure }: RegisterReceiverContext,
): Disposable {
  const item = createStatusItem('agentEnvelopes.receiver', StatusBarAlignment.Right, {
    name: 'Agent Envelopes Receiver',
    icon: 'radio-tower',
    text: 'Traces',
    tooltip: '',
  });
  item.command = 'agentEnvelopes.receiverMenu';
  let state: ReceiverState | undefined;
  let saidFault: string | undefined;
  const isOn = () => workspaceState.get(IS_ON) === true;
  setContext('receives', isOn());

  async function switchTo(on: boolean): Promise<void> {
    await workspaceState.update(IS_ON, on);
    setContext('receives', on);
    saidFault = undefined;
    take(on ? await start() : await server.request('agentEnvelopes/receiver/stop', {}));
  }

  function start(): Promise<ReceiverState> {
    const settings = workspace.getConfiguration('agentEnvelopes.receive');
    return server.request('agentEnvelopes/receiver/start', {
      folder: Uri.joinPath(globalStorageUri, 'received').fsPath,
      name: 'Received Traces',
      port: settings.get('port', DEFAULT_OTLP_PORT),
      maxMegabytes: settings.get('maxMegabytes', 200),
      maxDays: settings.get('maxDays', 14),
    });
  }

  function take(next: ReceiverState): void {
    state = next;
    const look = receiverLook(next);
    if (!look) {
      item.hide();
      return;
    }
    item.describe(look);
    item.backgroundColor = look.isFault ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
    if (next.fault !== undefined && next.fault !== saidFault) void tellFault(next.fault);
    saidFault = next.fault;
  }

  async function tellFault(fault: string): Promise<void> {
    const change = 'Change Port';
    if ((await showWarning(`Traces can't be received. ${fault}`, change)) === change) await openSettings();
  }

  async function copyEnvironment(): Promise<void> {
    const formats = Object.entries(ENVIRONMENT_FORMATS).map(([format, label]) => ({
      label,
      format: format as EnvironmentFormat,
    }));
    const chosen = await pickOne(formats, {
      placeHolder: 'Copy environment variables for: shell, PowerShell or .env',
    });
    if (!chosen) return;
    const configured = workspace.getConfiguration('agentEnvelopes.receive').get('port', DEFAULT_OTLP_PORT);
    const port = state?.role === 'listens' ? state.port : configured;
    await env.clipboard.writeText(environmentText(port, chosen.format));
    showStatusMessage('Copied the environment variables.');
  }

  async function showMenu(): Promise<void> {
    const actions: { label: string; iconPath: ThemeIcon; run(): Thenable<unknown> }[] = [
      {
        iconPath: new ThemeIcon('list-tree'),
        label: 'Show Runs',
        run: () => commands.executeCommand('agentEnvelopes.runs.focus'),
      },
      { iconPath: new ThemeIcon('copy'), label: 'Copy Environment for Sending Traces…', run: copyEnvironment },
      { iconPath: new ThemeIcon('settings-gear'), label: 'Open Settings', run: openSettings },
      { iconPath: new ThemeIcon('debug-stop'), label: 'Stop Receiving Traces', run: () => switchTo(false) },
    ];
    const chosen = await pickOne(actions, {
      placeHolder: receiverLook(state ?? OFF)?.tooltip.replace(' Click for more.', '') ?? '',
    });
    await chosen?.run();
  }

  // A server that starts knows nothing of what was received before.
  const startIfOn = () => {
    if (server.state === 'running' && isOn())
      start().then(take, error => reportFailure('Start Receiving Traces', error));
  };
  return Disposable.from(
    item,
    register('startReceiving', () => switchTo(true)),
    register('stopReceiving', () => switchTo(false)),
    register('copySendingEnvironment', copyEnvironment),
    register('receiverMenu', showMenu),
    server.onNotification<ReceiverState>(RECEIVER_CHANGED, take),
    server.onDidChangeState(startIfOn),
    workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration('agentEnvelopes.receive')) startIfOn();
    }),
  );
}

const IS_ON = 'receiver.isOn';
const OFF: ReceiverState = { role: 'off', port: 0, received: { spans: 0, logRecords: 0, rejected: 0 } };

function openSettings(): Thenable<unknown> {
  return commands.executeCommand('workbench.action.openSettings', 'agentEnvelopes.receive');
}
