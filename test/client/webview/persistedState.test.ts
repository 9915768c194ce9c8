import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import { createEnvelopeView, createReplayModel, type ReplayModel } from '../../../client/webview/model/replayModel';
import type { Host } from '../../../client/webview/selectHost';
import { type Kept, restoreState } from '../../../client/webview/shell/connectHost';

/** The restored state of a replay of ten steps that shows nothing yet. */
function restored(kept: Record<string, unknown>) {
  const searched: string[] = [];
  const replay = {
    overview: signal({ run: { steps: 10 }, has: { durations: true }, extent: { time: 5 }, idle: [] }),
    step: signal(0),
    tab: signal(''),
    front: signal('tab'),
    side: signal(''),
    timeline: { axis: signal(''), range: signal(undefined), chosenLanes: signal(undefined) },
    player: { speed: signal(1), pace: signal('real'), loop: signal({}) },
    search: { find: async (query: string) => searched.push(query) },
    folded: { now: signal(undefined) },
    envelopeView: createEnvelopeView(),
    conversationScope: signal(undefined),
    conversationSoFar: signal(false),
    showsAsWritten: signal(false),
    otherStep: signal(undefined),
    comparedWith: signal(undefined),
    following: signal(false),
    arrived: signal(0),
  };
  restoreState(replay as unknown as ReplayModel, kept as Kept);
  return { replay, searched };
}

test.each<[string, Record<string, unknown>, number]>([
  ['steps that arrived while the page was hidden are new, too', { steps: 7, arrived: 2 }, 5],
  ['a run that lost steps has no new ones', { steps: 12, arrived: 2 }, 0],
  ['new steps are those after the shown one', { step: 8, steps: 7, arrived: 2 }, 1],
  ['a following user has seen all steps', { steps: 7, arrived: 2, following: true }, 0],
  ['ignores a value that is not a number', { steps: '7', arrived: 2 }, 0],
  ['ignores a negative number', { steps: 7, arrived: -2 }, 0],
])('%s', (_, kept, arrived) => {
  expect(restored(kept).replay.arrived.value).toBe(arrived);
});

test('texts are shown as written again', () => {
  expect([true, undefined, 'yes'].map(kept => restored({ showsAsWritten: kept }).replay.showsAsWritten.value)).toEqual([
    true,
    false,
    false,
  ]);
});

test('the step is within the run', () => {
  expect([3, 99, -1, 'x'].map(step => restored({ step }).replay.step.value)).toEqual([3, 9, 0, 0]);
});

test('a search of a run that grows all the time ends, and is then repeated', async () => {
  const given: ((answer: object) => void)[] = [];
  const host = { ask: () => new Promise(resolve => given.push(resolve)) } as unknown as Host;
  const { search, answers } = createReplayModel(host);
  void search.find('kyoto');
  for (let change = 0; change < 3; change++) {
    answers.forget();
    search.findAnew();
  }
  expect(given).toHaveLength(1);
  given[0]?.({ matches: [{ step: 3 }] });
  await vi.waitFor(() => expect(given).toHaveLength(2));
  expect(search.matches.value).toHaveLength(1);
});

test('repeats a valid search only', () => {
  expect(restored({ query: 'status:failed' }).searched).toEqual(['status:failed']);
  expect(restored({ query: '' }).searched).toEqual([]);
  expect(restored({ query: 7 }).searched).toEqual([]);
});
