import { Disposable, Uri } from 'vscode';
import { RUN_FILES } from '../../../../server/src/shared/protocol';
import { throttle } from '../../debounce';
import { setContext } from '../../setContext';
import type { ReplayServices } from '../page/replayServices';

/** Keeps the context of menus for JSON files with runs up to date. Logs always have these menus. */
export function updateRunFilesContext({ server, runs, log }: ReplayServices): Disposable {
  const update = async () => {
    const files = await server.request<string[]>(RUN_FILES);
    const paths = files.map(file => Uri.parse(file).fsPath);
    setContext('runFiles', paths);
  };
  const scheduleUpdate = throttle(5000, 500, () => {
    update().catch(error => log.warn(`The files with runs could not be listed: ${error}`));
  });
  return Disposable.from(
    scheduleUpdate,
    runs.onDidChange(() => {
      if (!runs.reading) scheduleUpdate();
    }),
  );
}
