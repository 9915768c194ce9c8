import { Disposable, StatusBarAlignment, ThemeColor } from 'vscode';
import { RESTART, runFailureAction, SHOW_LOG } from '../messages/failureReporter';
import { createStatusItem, showError } from '../messages/notify';
import { setContext } from '../setContext';
import type { Server } from './createServer';

/** Shows in a message and in the status bar that the server has stopped, with a way to restart it. */
export function showServerStatus(server: Server): Disposable {
  const item = createStatusItem('agentEnvelopes.server', StatusBarAlignment.Left, {
    name: 'Agent Envelopes Server',
    icon: 'error',
    text: 'Agent Envelopes: Stopped',
    tooltip: `${STOPPED} Click to restart it.`,
  });
  item.backgroundColor = new ThemeColor('statusBarItem.errorBackground');
  item.command = { command: 'agentEnvelopes.restartServer', title: RESTART };
  return Disposable.from(
    item,
    server.onDidChangeState(async state => {
      setContext('stopped', state === 'stopped');
      if (state !== 'stopped') return item.hide();
      item.show();
      await runFailureAction(await showError(STOPPED, RESTART, SHOW_LOG));
    }),
  );
}

export const STOPPED =
  'The Agent Envelopes server has stopped: it ended several times in a row. Until it is restarted, nothing is checked or completed.';
