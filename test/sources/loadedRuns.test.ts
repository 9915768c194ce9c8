import { expect, test } from 'vitest';
import { runKey } from '../../server/src/runs/index/recordStore';
import { loadedRuns } from '../../server/src/sources/loadedRuns';

const FOLDER = 'file:///storage/sources/prod';

interface Loading {
  windows?: (id: string, signal: AbortSignal) => AsyncIterable<string>;
  keysIn?: (uri: string) => string[];
  max?: number;
}

/** A store whose runs are written into a map. */
function storeOf({ windows = lines, keysIn = uri => [keyAt(uri)], max = 50 }: Loading = {}) {
  const files = new Map<string, string>();
  const asked: string[] = [];
  const loads = loadedRuns({
    storeOf: folder => {
      if (folder !== FOLDER) return undefined;
      const load = (id: string, signal: AbortSignal) => {
        asked.push(id);
        return windows(id, signal);
      };
      return { folder, source: { name: 'prod', load } };
    },
    async write(uri, texts) {
      let text = '';
      for await (const window of texts) text += window;
      files.set(uri, text);
      return text.length;
    },
    remove: uri => void files.delete(uri),
    keysIn: async uri => keysIn(uri),
    max,
  });
  return { files, asked, ...loads };
}

async function* lines(id: string) {
  yield `{"run":"${id}"}\n`;
  yield '{}\n';
}

const keyOf = (id: string) => runKey('otlp', id, FOLDER);
const keyAt = (uri: string) =>
  keyOf(decodeURIComponent(decodeURIComponent(uri.slice(FOLDER.length + 1, -'.jsonl'.length))));

test('a run is loaded once, window by window', async () => {
  const store = storeOf();
  const keys = await Promise.all([store.keyOf(keyOf('a1')), store.keyOf(keyOf('a1'))]);
  expect(keys).toEqual([keyOf('a1'), keyOf('a1')]);
  expect(store.asked).toEqual(['a1']);
  expect([...store.files]).toEqual([[`${FOLDER}/a1.jsonl`, '{"run":"a1"}\n{}\n']]);
});

test.each([
  ['a path', '../../../etc/passwd'],
  ['a dot', '..'],
  ['half a pair', 'x\ud800'],
  ['a long one', '東'.repeat(400)],
  ['an address', 'file:///etc/passwd?x#y'],
])('whatever its id is, a run is one file of a usual name in the folder of its store: %s', async (_, id) => {
  const store = storeOf({ keysIn: () => [keyOf(id)] });
  await store.keyOf(keyOf(id));
  const [uri = ''] = store.files.keys();
  expect(new URL(uri).href).toBe(uri);
  expect(decodeURIComponent(uri.slice(FOLDER.length + 1))).toMatch(/^[^/\\\p{Cc}\p{Cs}]{1,250}\.jsonl$/u);
});

test('runs of files are left alone', async () => {
  const store = storeOf();
  expect(await store.keyOf('agent-message wf_1 file:///project')).toBe('agent-message wf_1 file:///project');
  expect(store.asked).toEqual([]);
});

test('a trace that was exported from another run is found by both keys', async () => {
  const original = runKey('agent-message', 'wf 1', FOLDER);
  const store = storeOf({ keysIn: () => [original] });
  expect(await store.keyOf(keyOf('a1'))).toBe(original);
  expect(await store.keyOf(original)).toBe(original);
  store.reset();
  expect(await store.keyOf(original)).toBe(original);
  expect(store.asked).toEqual(['a1', 'a1']);
});

test.each([['../../etc/passwd'], ['a/b'], ['..'], ['*'], ['a b'], ['ü\u{1F600}']])(
  'any id is one file: %s',
  async id => {
    const store = storeOf();
    await store.keyOf(keyOf(id));
    const [uri = ''] = store.files.keys();
    expect(uri.slice(FOLDER.length + 1)).not.toMatch(/[/\\*]/);
    expect(keyAt(uri)).toBe(keyOf(id));
  },
);

test('a failure is told, and the run is loaded again when it is asked for again', async () => {
  let fails = true;
  const store = storeOf({
    async *windows(id) {
      yield '{}\n';
      if (fails) throw new Error('prod: the connection was cut.');
      yield* lines(id);
    },
  });
  await expect(store.keyOf(keyOf('a1'))).rejects.toThrow('prod: the connection was cut.');
  expect(store.files.size).toBe(0);
  fails = false;
  expect(await store.keyOf(keyOf('a1'))).toBe(keyOf('a1'));
});

test.each([
  ['that is gone', { async *windows() {} }, 'prod: there is no run a1 any more; refresh the runs.'],
  ['without a trace', { keysIn: () => [] }, 'prod: run a1 could not be read as a trace.'],
])('a run %s is one line', async (_, loading, line) => {
  await expect(storeOf(loading as Loading).keyOf(keyOf('a1'))).rejects.toThrow(line);
});

test('the runs that were not asked for longest are dropped', async () => {
  const store = storeOf({ max: 2 });
  for (const id of ['a1', 'a2', 'a1', 'a3']) await store.keyOf(keyOf(id));
  expect([...store.files.keys()].sort()).toEqual([`${FOLDER}/a1.jsonl`, `${FOLDER}/a3.jsonl`]);
});
