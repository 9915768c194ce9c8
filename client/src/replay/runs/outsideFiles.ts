import { Disposable, RelativePattern, Uri, workspace } from 'vscode';
import { REPLAY_FILES, type ReplayFilesParams } from '../../../../server/src/shared/protocol';
import { throttle } from '../../debounce';
import type { ReplayServices } from '../page/replayServices';

/** Makes the server read files outside the workspace for as long as they are shown, and read on when they grow. */
export interface OutsideFiles extends Disposable {
  /** Returns what ends it; nothing to do for a file of the workspace. */
  include(uri: Uri): Disposable;
}

export function outsideFiles({ server, log }: Pick<ReplayServices, 'server' | 'log'>): OutsideFiles {
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
      if (uri.scheme !== 'file' || workspace.getWorkspaceFolder(uri)) return new Disposable(() => {});
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
