import { type Disposable, EventEmitter, workspace } from 'vscode';
import { RUNS_CHANGED, type RunsChanged } from '../../../../server/src/shared/protocol';
import type { Server } from '../../server/createServer';

/** The server's latest status of the workspace's runs. */
export interface RunsWatcher extends Disposable {
  /** The workspace is being read: more runs may be found. */
  readonly reading: boolean;
  onDidChange(listener: () => void): Disposable;
}

export function runsWatcher(server: Server): RunsWatcher {
  const changed = new EventEmitter<void>();
  // Until the server reports its state; without a folder it reads nothing.
  let reading = Boolean(workspace.workspaceFolders?.length);
  const listening = server.onNotification<RunsChanged>(RUNS_CHANGED, news => {
    reading = news.reading;
    changed.fire();
  });
  return {
    get reading() {
      return reading;
    },
    onDidChange: changed.event,
    dispose() {
      listening.dispose();
      changed.dispose();
    },
  };
}
