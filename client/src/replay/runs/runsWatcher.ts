import { type Disposable, EventEmitter, workspace } from 'vscode';
import { RUNS_CHANGED, type RunsChanged } from '../../../../server/src/shared/protocol';
import type { Server } from '../../server/createServer';

/** The server's latest status of the workspace's runs. */
export interface RunsWatcher extends Disposable {
  /** Whether the workspace is being read, so that more runs may be found. */
  readonly reading: boolean;
  onDidChange(listener: () => void): Disposable;
}

export function runsWatcher(server: Server): RunsWatcher {
  const changed = new EventEmitter<void>();
  // Assumed until the server reports its status; without a folder, the server reads nothing.
  let reading = Boolean(workspace.workspaceFolders?.length);
  const listener = server.onNotification<RunsChanged>(RUNS_CHANGED, status => {
    reading = status.reading;
    changed.fire();
  });
  return {
    get reading() {
      return reading;
    },
    onDidChange: changed.event,
    dispose() {
      listener.dispose();
      changed.dispose();
    },
  };
}
