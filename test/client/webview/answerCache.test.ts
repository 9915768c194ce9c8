import { h, render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { answerCache, useLoad } from '../../../client/webview/model/answerCache';
import type { Host } from '../../../client/webview/selectHost';
import { useRowWindow } from '../../../client/webview/ui/VirtualList';
import type { Window } from '../../../server/src/shared/lspExtensions';

afterEach(() => void vi.unstubAllGlobals());

/** A host whose answers the test sends, in any order. */
function askedHost() {
  const given: ((answer: unknown) => void)[] = [];
  const host = { ask: () => new Promise(resolve => given.push(resolve)) } as unknown as Host;
  return { host, given };
}

/** The parent of a component without elements, which needs no more of a browser. */
function parentElement(): Element {
  vi.stubGlobal('document', {});
  return { childNodes: [] } as unknown as Element;
}

const PARAMS = { step: 1 };

test('caches an answer, and requests it once while it is under way', async () => {
  const { host, given } = askedHost();
  const { ask, known } = answerCache(host);
  const both = [ask('changes', PARAMS), ask('changes', PARAMS)];
  given[0]?.('first');
  expect(await Promise.all(both)).toEqual(['first', 'first']);
  expect(await ask('changes', PARAMS)).toBe('first');
  expect([given.length, known('changes', PARAMS)]).toEqual([1, 'first']);
});

test('does not cache an answer about an earlier state of the run', async () => {
  const { host, given } = askedHost();
  const { ask, known, forget } = answerCache(host);
  const before = ask('changes', PARAMS);
  forget();
  given[0]?.('of the old run');
  expect(await before).toBe('of the old run');
  expect(known('changes', PARAMS)).toBeUndefined();
  const after = ask('changes', PARAMS);
  given[1]?.('of the new run');
  expect(await after).toBe('of the new run');
});

test('a load that failed has no value, above all not that of the key before', async () => {
  const parent = parentElement();
  let shown: object = {};
  const Loading = ({ name }: { name: string }) => {
    shown = useLoad(name, async () => {
      if (name === 'failing') throw new Error('refused');
      return name;
    });
    return null;
  };
  for (const [name, state] of [
    ['first', { value: 'first', fresh: true }],
    ['failing', { fault: 'refused', fresh: true }],
    ['last', { value: 'last', fresh: true }],
  ] as const) {
    render(h(Loading, { name }), parent);
    await vi.waitFor(() => expect(shown).toEqual(state));
  }
});

test.each([
  [0, 40],
  [30, 130],
])('the visible rows %d to %d of a long list are loaded', async (first, last) => {
  const ask = async (_: string, { from, count }: Window) => ({ from, total: 500, rows: Array(count).fill('row') });
  const answers = answerCache({ ask } as unknown as Host);
  let shown: boolean[] = [];
  const List = () => {
    const { row, onRange } = useRowWindow(answers, 'conversation', {}, 25);
    onRange(first, last);
    shown = Array.from({ length: last - first + 1 }, (_, index) => row(first + index) !== undefined);
    return null;
  };
  render(h(List, {}), parentElement());
  await vi.waitFor(() => expect(shown).not.toContain(false));
});
