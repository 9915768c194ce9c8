import {
  commands,
  Disposable,
  type ExtensionContext,
  env,
  l10n,
  StatusBarAlignment,
  ThemeColor,
  ThemeIcon,
  Uri,
  workspace,
} from 'vscode';
import {
  RECEIVER_CHANGED,
  type ReceiverState,
  SETTINGS,
  type SettingValues,
} from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { type RegisterCommand, type ReportFailure, setContext } from '../messages/failureReporter';
import { createStatusItem, pickOne, showStatusMessage, showWarning } from '../messages/notify';
import { NO_SERVER } from '../superviseServer';
import { ENVIRONMENT_FORMATS, type EnvironmentFormat, environmentText, receiverStatus } from './receiverStatus';

interface RegisterReceiverOptions {
  server: Server;
  register: RegisterCommand;
  reportFailure: ReportFailure;
}

/**
 * Registers the commands that start and stop the receiver of OpenTelemetry traces, and its item in the status bar. Each workspace remembers
 * whether it receives. All windows show the same received runs.
 */
export function registerReceiver(
  { workspaceState, globalStorageUri }: ExtensionContext,
  { server, register, reportFailure }: RegisterReceiverOptions,
): Disposable {
  const item = createStatusItem('agentEnvelopes.receiver', StatusBarAlignment.Right, {
    name: l10n.t('Agent Envelopes Receiver'),
    icon: 'radio-tower',
    text: l10n.t('Traces'),
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
    return server.request('agentEnvelopes/receiver/start', {
      folder: Uri.joinPath(globalStorageUri, 'received').fsPath,
      name: l10n.t('Received Traces'),
      ...receiveSettings(),
    });
  }

  function take(next: ReceiverState): void {
    state = next;
    const look = receiverStatus(next);
    if (!look) {
      item.hide();
      return;
    }
    const { tooltip, opensMenu } = look;
    item.describe({ ...look, tooltip: opensMenu ? l10n.t('{0} Click for more.', tooltip) : tooltip });
    item.backgroundColor = look.isFault ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
    if (next.fault !== undefined && next.fault !== saidFault) void tellFault(next.fault);
    saidFault = next.fault;
  }

  async function tellFault(fault: string): Promise<void> {
    const change = l10n.t('Change Port');
    if ((await showWarning(l10n.t("Traces can't be received. {0}", fault), change)) === change) await openSettings();
  }

  async function copyEnvironment(): Promise<void> {
    const formats = Object.entries(ENVIRONMENT_FORMATS).map(([format, label]) => ({
      label,
      format: format as EnvironmentFormat,
    }));
    const chosen = await pickOne(formats, {
      placeHolder: l10n.t('Copy environment variables for: shell, PowerShell or .env'),
    });
    if (!chosen) return;
    const { port } = state?.role === 'listens' ? state : receiveSettings();
    await env.clipboard.writeText(environmentText(port, chosen.format));
    showStatusMessage(l10n.t('Copied the environment variables.'));
  }

  async function showMenu(): Promise<void> {
    const actions: { label: string; iconPath: ThemeIcon; run(): Thenable<unknown> }[] = [
      {
        iconPath: new ThemeIcon('list-tree'),
        label: l10n.t('Show Runs'),
        run: () => commands.executeCommand('agentEnvelopes.runs.focus'),
      },
      { iconPath: new ThemeIcon('copy'), label: l10n.t('Copy Environment for Sending Traces…'), run: copyEnvironment },
      { iconPath: new ThemeIcon('settings-gear'), label: l10n.t('Open Settings'), run: openSettings },
      { iconPath: new ThemeIcon('debug-stop'), label: l10n.t('Stop Receiving Traces'), run: () => switchTo(false) },
    ];
    const chosen = await pickOne(actions, {
      placeHolder: receiverStatus(state ?? OFF)?.tooltip ?? '',
    });
    await chosen?.run();
  }

  // A server that starts does not know of earlier received runs; one that has stopped receives nothing.
  const followServer = () => {
    if (server.state === 'stopped' && isOn()) {
      // The failure of the server itself is told elsewhere, with a button to restart it.
      saidFault = NO_SERVER;
      take({ ...OFF, fault: NO_SERVER });
    } else if ((server.state === 'running' || server.state === 'idle') && isOn())
      start().then(take, error => reportFailure(l10n.t('Start Receiving Traces'), error));
  };
  followServer();
  return Disposable.from(
    item,
    register('startReceiving', () => switchTo(true)),
    register('stopReceiving', () => switchTo(false)),
    register('copySendingEnvironment', copyEnvironment),
    register('receiverMenu', showMenu),
    server.onNotification<ReceiverState>(RECEIVER_CHANGED, take),
    server.onDidChangeState(followServer),
    workspace.onDidChangeConfiguration(event => {
      if (event.affectsConfiguration(RECEIVE)) followServer();
    }),
  );
}

const RECEIVE = `${SETTINGS}.receive`;

/** Returns the receiver's settings from the editor, with the defaults of `package.json`. */
function receiveSettings(): SettingValues['receive'] {
  const { port, maxMegabytes, maxDays } = workspace.getConfiguration(RECEIVE);
  return { port, maxMegabytes, maxDays };
}

const IS_ON = 'receiver.isOn';
const OFF: ReceiverState = { role: 'off', port: 0, received: { spans: 0, logRecords: 0, rejected: 0 } };

function openSettings(): Thenable<unknown> {
  return commands.executeCommand('workbench.action.openSettings', RECEIVE);
}
