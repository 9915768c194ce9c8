import type { RunsWatcher } from './runsWatcher';

/**
 * Asks for an answer, again whenever runs change, while the workspace is being read; undefined where there is none in
 * the end, or on cancellation.
 */
export async function waitForRuns<T>(
  news: Pick<RunsWatcher, 'reading' | 'onDidChange'>,
  ask: () => Promise<T | undefined>,
  stop: AbortSignal,
): Promise<T | undefined> {
  while (!stop.aborted) {
    const wasReading = news.reading;
    // Created before asking, so that changes in the meantime count.
    const next = nextNews(news, stop);
    const answer = await ask();
    if (answer !== undefined || !wasReading) {
      next.forget();
      return answer;
    }
    await next.arrived;
  }
  return undefined;
}

function nextNews(
  news: Pick<RunsWatcher, 'onDidChange'>,
  stop: AbortSignal,
): { arrived: Promise<void>; forget(): void } {
  let forget = () => {};
  const arrived = new Promise<void>(resolve => {
    const done = () => {
      forget();
      resolve();
    };
    const listening = news.onDidChange(done);
    stop.addEventListener('abort', done);
    forget = () => {
      listening.dispose();
      stop.removeEventListener('abort', done);
    };
  });
  return { arrived, forget };
}
