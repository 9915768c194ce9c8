import { Disposable, Uri } from 'vscode';
import { RUN_FILES } from '../../../../server/src/shared/protocol';
import { throttle } from '../../debounce';
import { setContext } from '../../setContext';
import type { ReplayServices } from '../page/replayServices';

/** Sets the menu context for JSON files with runs. Logs always have the menu. */
export function updateRunFilesContext({ server, runs, log }: ReplayServices): Disposable {
  const ask = async () => {
    const files = await server.request<string[]>(RUN_FILES);
    const paths = files.map(file => Uri.parse(file).fsPath);
    setContext('runFiles', paths);
  };
  const soon = throttle(5000, 500, () => {
    ask().catch(error => log.warn(`The files with runs could not be listed: ${error}`));
  });
  return Disposable.from(
    soon,
    runs.onDidChange(() => {
      if (!runs.reading) soon();
    }),
  );
}
