import type { RunsWatcher } from './replayServices';

/**
 * Asks the language server for a workflow run until it is found: repeats the request after each change of the runs. Returns undefined if there is
 * still no answer when the workspace has been read, or on cancellation.
 */
export async function waitForRuns<T>(
  watcher: Pick<RunsWatcher, 'reading' | 'onDidChange'>,
  request: () => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T | undefined> {
  while (!signal.aborted) {
    const wasReading = watcher.reading;
    // Created before the request, so that changes in the meantime count.
    const next = nextChange(watcher, signal);
    const answer = await request();
    if (answer !== undefined || !wasReading) {
      next.cancel();
      return answer;
    }
    await next.arrived;
  }
  return undefined;
}

function nextChange(
  watcher: Pick<RunsWatcher, 'onDidChange'>,
  signal: AbortSignal,
): { arrived: Promise<void>; cancel(): void } {
  let cancel = () => {};
  const arrived = new Promise<void>(resolve => {
    const done = () => {
      cancel();
      resolve();
    };
    const listener = watcher.onDidChange(done);
    signal.addEventListener('abort', done);
    cancel = () => {
      listener.dispose();
      signal.removeEventListener('abort', done);
    };
  });
  return { arrived, cancel };
}
