import { afterEach, expect, test, vi } from 'vitest';
import { createReplayModel } from '../../../client/webview/model/replayModel';
import { replayBesideList } from '../../../client/webview/runs/replayBesideList';
import type { RunsClient } from '../../../client/webview/runs/runsClient';
import { connectHost } from '../../../client/webview/shell/connectHost';

afterEach(() => void vi.unstubAllGlobals());

/** A replay beside a list of runs of ten steps. */
function replayBeside() {
  vi.stubGlobal('history', { replaceState() {} });
  const ask = async (_: string, { run, question }: { run: string; question: string }) =>
    question === 'overview'
      ? { run: { key: run, title: run, steps: 10 }, revision: run, has: {}, extent: { time: 5 }, idle: [], lanes: [] }
      : { matches: [] };
  const beside = replayBesideList({ ask } as unknown as RunsClient, { onTitle() {}, onFault() {} });
  const replay = createReplayModel(beside.host);
  connectHost(replay);
  return { beside, replay };
}

test('the words of an address are searched for, also in a run that was searched before', async () => {
  const { beside, replay } = replayBeside();
  for (const [run, find] of [
    ['a', 'foo'],
    ['a', 'bar'],
    ['b', 'baz'],
    ['a', 'qux'],
  ] as const) {
    beside.show({ run, step: 3, find });
    await vi.waitFor(() => expect(replay.overview.value?.run.key).toBe(run));
    expect(replay.search.query.value).toBe(find);
    beside.leave();
  }
  beside.show({ run: 'b' });
  await vi.waitFor(() => expect(replay.search.query.value).toBe('baz'));
  beside.show({ run: 'b', find: 'more' });
  expect(replay.search.query.value).toBe('more');
  beside.leave();
});
