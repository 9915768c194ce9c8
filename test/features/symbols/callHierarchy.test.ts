import { describe, expect, test } from 'vitest';
import { incomingCalls, outgoingCalls, prepareCallHierarchy } from '../../../server/src/features/symbols/callHierarchy';
import { nameAt } from '../../../server/src/features/symbols/findNames';
import { asked, drawn } from '../drawnFeature';
import { FILES, pathOf, searchIn, uriOf } from './searchedWorkspace';

const search = searchIn(FILES);

function itemAt(path: string, at: string) {
  const { analysis, position } = asked(path, at, FILES);
  const found = nameAt(analysis, position);
  const [item] = found ? prepareCallHierarchy(found) : [];
  // As it comes back from a client.
  return item && JSON.parse(JSON.stringify(item));
}

function place(uri: string, range: Parameters<typeof drawn>[0]['range']): string {
  return drawn({ uri, range }, FILES).replace(/^.*?: .*?"?(\w+)\W*«(.*)».*$/s, '$1 $2');
}

test('begins at an agent or a tool, and at nothing else', () => {
  expect(itemAt('messages/first.json', '"bui¦ld"')).toMatchObject({ name: 'build', kind: 5 });
  expect(itemAt('tools/calls.jsonl', '"snoo¦ze"')).toMatchObject({ name: 'snooze', kind: 12 });
  expect(itemAt('messages/first.json', '"wf¦_1"')).toBeUndefined();
});

test('who hands to an agent', () => {
  const calls = incomingCalls(itemAt('messages/later.jsonl', '"f¦ix"'), search);
  expect(calls.map(({ from }) => [from.name, from.detail, pathOf(from.uri)])).toEqual([
    ['build', '1 handoff', 'messages/later.jsonl'],
  ]);
  expect(calls.flatMap(({ from, fromRanges }) => fromRanges.map(range => place(from.uri, range)))).toEqual([
    'nextAgent fix',
  ]);
});

test('whom an agent hands to', () => {
  const calls = outgoingCalls(itemAt('messages/later.jsonl', '"from":"bui¦ld"'), search);
  expect(calls.map(({ to, fromRanges }) => [to.name, to.detail, fromRanges.length])).toEqual(
    expect.arrayContaining([
      ['fix', '1 handoff', 1],
      ['review', '1 handoff', 1],
    ]),
  );
  const [elsewhere] = outgoingCalls(itemAt('messages/later.jsonl', '"to":"cond¦uctor"'), search);
  expect(elsewhere).toMatchObject({ to: { name: 'build', uri: uriOf('messages/first.json') }, fromRanges: [] });
});

describe('tools', () => {
  test('that an agent calls', () => {
    const calls = outgoingCalls(itemAt('tools/calls.jsonl', '"calen¦dar"'), search);
    expect(
      calls.map(({ to, fromRanges }) => [to.name, to.kind, to.detail, place(to.uri, to.range), fromRanges.length]),
    ).toEqual([
      ['snooze', 12, '1 call', 'tool snooze', 1],
      ['suggest_slots', 12, '1 call', 'tool suggest_slots', 1],
    ]);
  });

  test('and who calls one, of its own agent alone', () => {
    const calls = incomingCalls(itemAt('tools/calls.jsonl', '"snoo¦ze"'), search);
    expect(calls.map(({ from }) => from.name)).toEqual(['calendar']);
  });
});

test('what a client makes up has no calls', () => {
  const item = itemAt('messages/first.json', '"bui¦ld"');
  for (const data of [undefined, null, 7, 'x', [], {}, { kind: 'agent' }, { kind: 'run', text: 'a' }]) {
    expect(incomingCalls({ ...item, data }, search)).toEqual([]);
  }
  expect(outgoingCalls({ ...item, data: { kind: 'agent', text: '__proto__' } }, search)).toEqual([]);
});

test('of what happened very often some places are shown', () => {
  const message = JSON.parse(FILES['messages/first.json'] ?? '');
  const log = Array.from({ length: 300 }, (_, id) => JSON.stringify({ ...message, id: `m${id}` })).join('\n');
  const [call] = incomingCalls(itemAt('messages/first.json', '"bui¦ld"'), searchIn({ 'log.jsonl': log }));
  expect(call?.from.detail).toBe('300 handoffs');
  expect(call?.fromRanges).toHaveLength(50);
});
