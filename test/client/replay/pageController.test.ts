import { expect, test } from 'vitest';
import {
  type FoundRun,
  type PageAction,
  PageController,
  type PageTarget,
} from '../../../client/src/replay/page/pageController';
import type { ExtensionMessage } from '../../../server/src/shared/pageMessages';
import type { RequestParams } from '../../../server/src/shared/requests';

/** A page that records the messages to it, with runs that appear and disappear. */
function talking({ runs = ['r'], first }: { runs?: string[]; first?: PageTarget } = {}) {
  const heard: ExtensionMessage[] = [];
  const asked: RequestParams<'agentEnvelopes/replay'>[] = [];
  const acts: [PageAction, string][] = [];
  const warnings: string[] = [];
  const shown: { run: string; step: number | undefined }[] = [];
  const world = {
    runs,
    answer: (_: RequestParams<'agentEnvelopes/replay'>): unknown => ({}),
    act: async () => {},
    find: async (wanted: string | undefined): Promise<FoundRun | undefined> => {
      const run = world.runs.find(one => one === wanted) ?? world.runs[0];
      const choice = world.runs.map(key => ({ key, title: key }));
      return run === undefined ? undefined : { run, ...(choice.length > 1 && { runs: choice }) };
    },
  };
  const controller = new PageController(
    {
      subject: { find: wanted => world.find(wanted), nothing: () => 'none' },
      send: message => heard.push(message),
      ask: async question => {
        asked.push(question);
        return world.answer(question);
      },
      act: async (action, run) => {
        acts.push([action, run]);
        await world.act();
      },
      warn: text => warnings.push(text),
      onShown: one => shown.push(one),
    },
    first,
  );
  /** The messages since the last call, after all pending work has settled. */
  const sent = async () => {
    await new Promise(resolve => setTimeout(resolve));
    return heard.splice(0);
  };
  return { controller, world, sent, asked, acts, warnings, shown };
}

test('a ready page shows its run at the step that it was opened for', async () => {
  const { controller, sent } = talking({ first: { step: 4 } });
  expect(await sent()).toEqual([]);
  controller.onMessage({ type: 'ready' });
  expect(await sent()).toEqual([{ type: 'show', run: 'r', step: 4 }]);
  // The recreated page continues at its position.
  controller.detach();
  controller.onMessage({ type: 'ready' });
  expect(await sent()).toEqual([{ type: 'show', run: 'r' }]);
});

test('reports the run and the step that a page shows', async () => {
  const { controller, sent, shown } = talking();
  controller.onMessage({ type: 'at', step: 1 });
  controller.onMessage({ type: 'ready' });
  await sent();
  controller.onMessage({ type: 'at', step: 2 });
  controller.onMessage({ type: 'at', step: 3 });
  expect(shown).toEqual([
    { run: 'r', step: 2 },
    { run: 'r', step: 3 },
  ]);
});

test('sends nothing to a hidden page, and the last target once it is ready again', async () => {
  const { controller, sent } = talking();
  controller.onMessage({ type: 'ready' });
  await sent();
  controller.detach();
  controller.show({ run: 'r', step: 2 });
  controller.onRunsChanged();
  controller.goTo(5);
  expect(await sent()).toEqual([]);
  controller.onMessage({ type: 'ready' });
  expect(await sent()).toEqual([{ type: 'show', run: 'r', step: 2 }]);
});

test('goes to a step of the shown run', async () => {
  const { controller, sent } = talking();
  controller.onMessage({ type: 'ready' });
  controller.onMessage({ type: 'at', step: 0 });
  await sent();
  controller.onMessage({ type: 'at', step: 0 });
  controller.show({ run: 'r', step: 2 });
  expect(await sent()).toEqual([
    { type: 'show', run: 'r', step: 2 },
    { type: 'goto', step: 2 },
  ]);
});

test('keeps a step that is requested before the page shows its run', async () => {
  const { controller, sent } = talking();
  controller.onMessage({ type: 'ready' });
  await sent();
  controller.show({ run: 'r', step: 2 });
  expect(await sent()).toEqual([{ type: 'show', run: 'r', step: 2 }]);
  // The page was about to show its restored position.
  controller.onMessage({ type: 'at', step: 7 });
  expect(await sent()).toEqual([{ type: 'goto', step: 2 }]);
  controller.onMessage({ type: 'at', step: 2 });
  controller.onMessage({ type: 'at', step: 3 });
  expect(await sent()).toEqual([]);
});

test('a file begins at its first step, unless the page restores a position', async () => {
  const begin = async (message: object) => {
    const { controller, world, sent } = talking();
    world.find = async () => ({ run: 'r', step: 5 });
    controller.onMessage(message);
    const first = await sent();
    controller.detach();
    controller.onMessage({ type: 'ready' });
    return [...first, ...(await sent())];
  };
  expect(await begin({ type: 'ready' })).toEqual([
    { type: 'show', run: 'r', step: 5 },
    { type: 'show', run: 'r' },
  ]);
  expect(await begin({ type: 'ready', run: 'r' })).toEqual([
    { type: 'show', run: 'r' },
    { type: 'show', run: 'r' },
  ]);
});

test('the cursor moves the page, but not to the shown step', async () => {
  const { controller, sent } = talking();
  controller.onMessage({ type: 'ready' });
  await sent();
  controller.onMessage({ type: 'at', step: 3 });
  controller.goTo(3);
  controller.goTo(4);
  expect(await sent()).toEqual([{ type: 'goto', step: 4 }]);
});

test('a comparison follows after the page has restored its position', async () => {
  const { controller, sent } = talking({ first: { run: 'r', with: 'other' } });
  controller.onMessage({ type: 'ready' });
  expect(await sent()).toEqual([{ type: 'show', run: 'r' }]);
  controller.onMessage({ type: 'at', step: 0 });
  expect(await sent()).toEqual([{ type: 'compare', with: 'other' }]);
  controller.onMessage({ type: 'at', step: 1 });
  expect(await sent()).toEqual([]);
  controller.show({ run: 'r', with: 'third' });
  expect(await sent()).toEqual([
    { type: 'show', run: 'r' },
    { type: 'compare', with: 'third' },
  ]);
});

test('a page searches for what led to it, after it has restored its position', async () => {
  const { controller, sent } = talking({ first: { run: 'r', step: 2, find: '"kyoto"' } });
  controller.onMessage({ type: 'ready' });
  expect(await sent()).toEqual([{ type: 'show', run: 'r', step: 2 }]);
  controller.onMessage({ type: 'at', step: 2 });
  expect(await sent()).toEqual([{ type: 'find', query: '"kyoto"' }]);
  controller.show({ run: 'r', find: '"osaka"' });
  expect(await sent()).toEqual([
    { type: 'show', run: 'r' },
    { type: 'find', query: '"osaka"' },
  ]);
});

test('shows a run as soon as it is known, at the requested step', async () => {
  const { controller, world, sent } = talking({ runs: [], first: { run: 'r', step: 3 } });
  controller.onMessage({ type: 'ready' });
  expect(await sent()).toEqual([{ type: 'nothing', text: 'none' }]);
  controller.onRunsChanged();
  expect(await sent()).toEqual([]);
  world.runs = ['r'];
  controller.onRunsChanged();
  expect(await sent()).toEqual([{ type: 'show', run: 'r', step: 3 }]);
  controller.onRunsChanged();
  expect(await sent()).toEqual([{ type: 'changed' }]);
});

test('hides a run that no longer exists, and shows it when it comes back', async () => {
  const { controller, world, sent } = talking();
  controller.onMessage({ type: 'ready' });
  await sent();
  world.runs = [];
  world.answer = () => null;
  controller.onMessage({ type: 'ask', id: 1, question: 'step', params: { step: 1 } });
  const [failed, ...more] = await sent();
  expect(failed).toMatchObject({ type: 'failed', id: 1, message: expect.stringContaining('no longer exists') });
  expect(more).toEqual([]);
  controller.onMessage({ type: 'ask', id: 2, question: 'overview', params: {} });
  expect(await sent()).toMatchObject([{ type: 'failed', id: 2 }, { type: 'nothing' }]);
  expect(controller.run).toBeUndefined();
  // Without a run, no question is asked.
  controller.onMessage({ type: 'ask', id: 3, question: 'step', params: { step: 1 } });
  expect(await sent()).toMatchObject([{ type: 'failed', id: 3 }]);
  world.runs = ['r'];
  controller.onRunsChanged();
  expect(await sent()).toEqual([{ type: 'show', run: 'r' }]);
});

test('asks questions about the shown run, and answers them by their ids', async () => {
  const { controller, world, sent, asked } = talking();
  controller.onMessage({ type: 'ready' });
  await sent();
  world.answer = ({ question }) => {
    if (question === 'graph') throw new Error('no graph');
    return question === 'why' ? null : 42;
  };
  controller.onMessage({ type: 'ask', id: 7, question: 'step', params: { step: 1 } });
  controller.onMessage({ type: 'ask', id: 8, question: 'why', params: { step: 1 } });
  controller.onMessage({ type: 'ask', id: 9, question: 'graph', params: {} });
  expect(await sent()).toEqual([
    { type: 'answer', id: 7, value: 42 },
    { type: 'answer', id: 8, value: null },
    { type: 'failed', id: 9, message: 'no graph' },
  ]);
  expect(asked[0]).toEqual({ run: 'r', question: 'step', params: { step: 1 } });
});

test('a recreated page gets no answer that an earlier page asked for: it numbers its questions anew', async () => {
  const { controller, world, sent } = talking();
  controller.onMessage({ type: 'ready' });
  await sent();
  const slow: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
  world.answer = () => new Promise((resolve, reject) => slow.push({ resolve, reject }));
  for (const id of [1, 2, 3]) controller.onMessage({ type: 'ask', id, question: 'step', params: { step: id } });
  controller.detach();
  controller.onMessage({ type: 'ready' });
  await sent();
  controller.onMessage({ type: 'ask', id: 1, question: 'step', params: { step: 9 } });
  slow[0]?.resolve('late');
  slow[1]?.resolve(null);
  slow[2]?.reject(new Error('late'));
  expect(await sent()).toEqual([]);
  slow[3]?.resolve('own');
  expect(await sent()).toEqual([{ type: 'answer', id: 1, value: 'own' }]);
});

test('a page learns of runs that its file gets and loses while one is shown', async () => {
  const { controller, world, sent } = talking({ runs: ['a'] });
  controller.onMessage({ type: 'ready' });
  controller.onRunsChanged();
  expect(await sent()).toEqual([{ type: 'show', run: 'a' }]);
  const both = [
    { key: 'a', title: 'a' },
    { key: 'b', title: 'b' },
  ];
  world.runs = ['a', 'b'];
  controller.onRunsChanged();
  expect(await sent()).toEqual([{ type: 'changed' }, { type: 'show', run: 'a', runs: both }]);
  expect(controller.offers('b')).toBe(true);
  controller.onRunsChanged();
  expect(await sent()).toEqual([{ type: 'changed' }]);
  world.runs = ['a'];
  controller.onRunsChanged();
  expect(await sent()).toEqual([{ type: 'changed' }, { type: 'show', run: 'a', runs: [] }]);
  // Whether the shown run is gone, the page asks itself.
  world.runs = ['b'];
  controller.onRunsChanged();
  expect(await sent()).toEqual([{ type: 'changed' }]);
  world.find = () => Promise.reject(new Error('no server'));
  controller.onRunsChanged();
  expect(await sent()).toEqual([{ type: 'changed' }]);
});

test('of several runs, shows the last shown one, or another that is chosen', async () => {
  const { controller, sent } = talking({ runs: ['a', 'b', 'c'] });
  controller.onMessage({ type: 'ready', run: 'b' });
  expect(await sent()).toMatchObject([{ type: 'show', run: 'b', runs: [{ key: 'a' }, { key: 'b' }, { key: 'c' }] }]);
  expect([controller.offers('c'), controller.offers('d')]).toEqual([true, false]);
  controller.show({ run: 'c' });
  expect(await sent()).toMatchObject([{ type: 'show', run: 'c' }]);
  expect(controller.run).toBe('c');
});

test('reports that finding a run failed, and tries again', async () => {
  const { controller, world, sent, warnings } = talking();
  const { find } = world;
  world.find = () => Promise.reject(new Error('no server'));
  controller.onMessage({ type: 'ready' });
  expect(await sent()).toMatchObject([{ type: 'nothing', text: expect.stringContaining('no server') }]);
  expect(warnings).toHaveLength(1);
  world.find = find;
  controller.onRunsChanged();
  expect(await sent()).toEqual([{ type: 'show', run: 'r' }]);
});

test('shows only the last target, in whatever order the answers arrive', async () => {
  const { controller, world, sent } = talking({ runs: ['a', 'b'] });
  const waiting: (() => void)[] = [];
  const { find } = world;
  world.find = async wanted => {
    await new Promise<void>(resolve => waiting.push(resolve));
    return find(wanted);
  };
  controller.onMessage({ type: 'ready' });
  controller.show({ run: 'b' });
  for (const resolve of waiting.reverse()) resolve();
  expect(await sent()).toMatchObject([{ type: 'show', run: 'b' }]);
});

test('runs one action of each type at a time, and none without a run', async () => {
  const { controller, world, sent, acts } = talking();
  const link = { type: 'openLink', href: 'https://example.org/' };
  controller.onMessage(link);
  expect(acts).toEqual([]);
  controller.onMessage({ type: 'ready' });
  await sent();
  let done = () => {};
  world.act = () => new Promise<void>(resolve => (done = resolve));
  controller.onMessage(link);
  controller.onMessage(link);
  controller.onMessage({ type: 'showInRuns', step: 2 });
  await sent();
  expect(acts).toEqual([
    [link, 'r'],
    [{ type: 'showInRuns', step: 2 }, 'r'],
  ]);
  done();
  await sent();
});

test('ignores malformed messages, and warns once', async () => {
  const { controller, sent, warnings } = talking();
  controller.onMessage({ type: 'ready' });
  await sent();
  for (const message of [undefined, { type: 'at', step: -1 }, { type: 'eval' }]) controller.onMessage(message);
  expect(await sent()).toEqual([]);
  expect(warnings).toHaveLength(1);
});
