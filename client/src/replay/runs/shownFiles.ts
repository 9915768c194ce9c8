import { Disposable, type LogOutputChannel, RelativePattern, Uri, workspace } from 'vscode';
import { REPLAY_FILES, type ReplayFilesParams } from '../../../../server/src/shared/protocol';
import { throttle } from '../../debounce';
import type { Server } from '../../server/createServer';

/** Makes the server read the files that replays show, wherever they are, and read on when they grow. */
export interface ShownFiles extends Disposable {
  /** Until the result is disposed. */
  include(uri: Uri): Disposable;
}

export function shownFiles({ server, log }: { server: Server; log: LogOutputChannel }): ShownFiles {
  const included = new Map<Disposable, Uri>();
  const update = throttle(500, 0, () => {
    const params: ReplayFilesParams = { files: [...included.values()].map(uri => ({ uri: uri.toString() })) };
    server.request(REPLAY_FILES, params).catch(error => log.warn(`Files of replays could not be read: ${error}`));
  });
  // A server that was started again knows of none.
  const restarts = server.onDidChangeState(state => {
    if (state === 'running' && included.size > 0) update();
  });
  return {
    include(uri) {
      if (uri.scheme !== 'file') return new Disposable(() => {});
      const subAgents = uri.with({ path: `${uri.path.replace(/\.\w+$/, '')}/subagents` });
      const watching = Disposable.from(
        ...watchFolder(Uri.joinPath(uri, '..'), ({ path }) => path === uri.path && update()),
        ...watchFolder(subAgents, update),
      );
      included.set(watching, uri);
      update();
      return new Disposable(() => {
        watching.dispose();
        included.delete(watching);
        update();
      });
    },
    dispose() {
      restarts.dispose();
      update.dispose();
      for (const watching of included.keys()) watching.dispose();
    },
  };
}

/** Watches the files directly in a folder, which need not exist yet. */
function watchFolder(folder: Uri, onChange: (file: Uri) => void): Disposable[] {
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, '*'));
  return [watcher, watcher.onDidChange(onChange), watcher.onDidCreate(onChange), watcher.onDidDelete(onChange)];
}
