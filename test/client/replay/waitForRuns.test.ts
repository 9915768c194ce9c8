import { expect, test } from 'vitest';
import { waitForRuns } from '../../../client/src/replay/waitForRuns';

/** A watcher whose changes the test triggers. */
function newsroom(reading: boolean) {
  const listeners = new Set<() => void>();
  return {
    reading,
    listeners,
    onDidChange(listener: () => void) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
    tell(reading: boolean) {
      this.reading = reading;
      for (const listener of [...listeners]) listener();
    },
  };
}

const turn = () => new Promise(resolve => setTimeout(resolve));

test('returns a known answer at once', async () => {
  const news = newsroom(true);
  expect(await waitForRuns(news, async () => 42, new AbortController().signal)).toBe(42);
  expect(news.listeners.size).toBe(0);
});

test('repeats the request when runs change, until there is an answer', async () => {
  const news = newsroom(true);
  const answers = [undefined, undefined, 42];
  const answer = waitForRuns(news, async () => answers.shift(), new AbortController().signal);
  await turn();
  news.tell(true);
  await turn();
  news.tell(true);
  expect(await answer).toBe(42);
  expect(news.listeners.size).toBe(0);
});

test('repeats the request once after everything was read', async () => {
  const news = newsroom(true);
  let asked = 0;
  const ask = async () => {
    asked++;
    return undefined;
  };
  const answer = waitForRuns(news, ask, new AbortController().signal);
  await turn();
  news.tell(false);
  expect(await answer).toBeUndefined();
  expect(asked).toBe(2);
});

test('changes during a request count', async () => {
  const news = newsroom(true);
  const answers = [undefined, 42];
  const ask = async () => {
    if (answers.length === 2) news.tell(true);
    return answers.shift();
  };
  expect(await waitForRuns(news, ask, new AbortController().signal)).toBe(42);
});

test('waiting can be cancelled', async () => {
  const news = newsroom(true);
  const stop = new AbortController();
  const answer = waitForRuns(news, async () => undefined, stop.signal);
  await turn();
  stop.abort();
  expect(await answer).toBeUndefined();
  expect(news.listeners.size).toBe(0);
});
