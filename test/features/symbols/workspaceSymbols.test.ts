import { describe, expect, test } from 'vitest';
import {
  matchScore,
  resolveWorkspaceSymbol,
  workspaceSymbols,
} from '../../../server/src/features/symbols/workspaceSymbols';
import { indexFiles } from '../../kit/indexFiles';
import { FILES, searchIn, uriOf } from './searchedWorkspace';

const { index, files } = searchIn(FILES);
const AT_ONCE = { resolves: false };

function found(query: string, in_ = index): string[] {
  return workspaceSymbols(query, in_, AT_ONCE).map(
    ({ name, kind, containerName }) => `${kind} ${name} (${containerName})`,
  );
}

test.each<[string, string[]]>([
  ['wf_1', ['3 wf_1: boards: asked of conductor (run · agent-message)']],
  ['review', ['5 review (agent)']],
  ['snooze', ['12 snooze (tool)', '24 snooze (calls.jsonl)']],
  ['sgslots', ['12 suggest_slots (tool)']],
  ['done by build', ['24 done by build (wf_1)']],
  ['go on fix', ['24 go on, fix (wf_1)']],
  ['zzz', []],
])('%s finds', (query, symbols) => {
  const all = found(query);
  if (symbols.length === 0) expect(all).toEqual([]);
  for (const symbol of symbols) expect(all).toContain(symbol);
});

test('without a query the runs', () => {
  const all = found('');
  expect(all).toHaveLength(index.runs().length);
  expect(all.every(one => one.startsWith('3 '))).toBe(true);
});

test('nearest first, and no more than anybody reads', () => {
  const message = JSON.parse(FILES['messages/first.json'] ?? '');
  const log = Array.from({ length: 1000 }, (_, id) =>
    JSON.stringify({
      ...message,
      id: `m${id}`,
      from: id === 500 ? 'done' : 'x',
      payload: { ...message.payload, output: `was done ${id}` },
    }),
  ).join('\n');
  const all = found('done', indexFiles({ 'log.jsonl': log }));
  expect(all[0]).toBe('5 done (agent)');
  expect(all).toHaveLength(200);
});

describe('where', () => {
  test('of a log the line at once', () => {
    const [symbol] = workspaceSymbols('suggest_slots', index, AT_ONCE);
    expect(symbol?.location).toEqual({
      uri: uriOf('tools/calls.jsonl'),
      range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } },
    });
  });

  test('the rest when it is asked for', () => {
    const text = `[\n  1,\n  ${FILES['messages/first.json']?.replaceAll('\n', ' ')}]`;
    const array = searchIn({ 'all.json': text });
    const [symbol] = workspaceSymbols('conductor', array.index, { resolves: true });
    expect(symbol?.location).toEqual({ uri: uriOf('all.json') });
    const again = symbol && resolveWorkspaceSymbol(JSON.parse(JSON.stringify(symbol)), array.files[0]);
    expect(again?.location).toMatchObject({ range: { start: { line: 2, character: 2 } } });
  });

  test('nonsense from a client leads to the start of its file', () => {
    const symbol = { name: 'x', kind: 5 as const, location: { uri: uriOf('a.json') }, data: { part: 7, path: 'x' } };
    expect(resolveWorkspaceSymbol(symbol, files[0]).location).toMatchObject({
      range: { start: { line: 0, character: 0 } },
    });
    expect(resolveWorkspaceSymbol({ ...symbol, data: undefined }, undefined).location).toMatchObject({
      range: { start: { line: 0 } },
    });
  });
});

test.each([
  ['abc', ['abc', 'abcd', 'x-abc', 'xabc', 'a-b-c', 'axbxcx']],
  ['É', ['é', 'épée']],
  ['__proto__', ['__proto__', 'a__proto__']],
])('%s: %j from the nearest to the farthest', (typed, texts) => {
  const scores = texts.map(text => matchScore(typed, text));
  expect(scores).toEqual([...scores].sort((one, two) => two - one));
  expect(Math.min(...scores)).toBeGreaterThan(0);
  expect(matchScore(typed, 'cb')).toBe(0);
});
