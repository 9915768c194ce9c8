import { type Disposable, EventEmitter, workspace } from 'vscode';
import { RUNS_CHANGED, type RunsChanged } from '../../../../server/src/shared/protocol';
import type { Server } from '../../server/createServer';

/** What the server said last of the runs of the workspace. */
export interface RunsWatcher extends Disposable {
  /** The workspace is being read: what is not known yet may still be found. */
  readonly reading: boolean;
  onDidChange(listener: () => void): Disposable;
}

export function runsWatcher(server: Server): RunsWatcher {
  const changed = new EventEmitter<void>();
  // Until the server says otherwise; without a folder it reads nothing.
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
