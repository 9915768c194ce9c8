import { describe, expect, test } from 'vitest';
import { declaredSymbols } from '../../../server/src/families/declared/declaredSymbols';
import { REVIEWS, readProtocol } from '../../kit/declaredProtocols';
import { inMegabytesParsed } from '../../kit/timing';

/** The names of each kind of a declaration: `defines id /task_id`, with what ids are told apart by as letters. */
function namesIn(declaration: object): Record<string, string[]> {
  const letters = new Map<string, string>();
  const letterOf = (of: string) => letters.get(of) ?? letters.set(of, 'abcdefgh'[letters.size] ?? '?').get(of);
  const { family } = readProtocol({ id: 'p', ...declaration });
  const found = (family?.kinds ?? []).map(({ id, names = [] }) => [
    id.slice(id.indexOf('/') + 1),
    names.map(({ at, name: { kind, of }, role }) => `${role} ${kind === 'id' ? letterOf(of ?? '') : kind} ${at}`),
  ]);
  return Object.fromEntries(found);
}

const kind = (tells: object, more: object = {}) => ({
  schema: { type: 'object' },
  signature: { keys: {} },
  tells,
  ...more,
});

test('requests define the ids that answers refer to; agents and runs are names, too', () => {
  expect(namesIn({ ...REVIEWS })).toEqual({
    request: ['refers agent /asked_by', 'refers agent /reviewer', 'refers run /change', 'defines a /review_id'],
    verdict: ['refers a /review_id', 'refers agent /by', 'refers run /change'],
  });
});

describe('an id is', () => {
  test.each<[string, object, Record<string, string[]>]>([
    [
      'what pairs a request with its answer, besides the ids of both',
      {
        kinds: {
          ask: kind({ id: '/n', pair: '/call' }, { side: 'ask' }),
          reply: kind({ id: '/m', pair: '/to' }, { side: 'answer' }),
        },
      },
      { ask: ['defines a /n', 'defines b /call'], reply: ['defines c /m', 'refers b /to'] },
    ],
    [
      'told by several kinds, none of which defines it',
      { kinds: { start: kind({ id: '/job' }), end: kind({ id: '/job' }), other: kind({ id: '/id' }) } },
      { start: ['refers a /job'], end: ['refers a /job'], other: ['defines b /id'] },
    ],
    [
      'what a rule says that others refer to',
      {
        kinds: { task: kind({ id: '/id' }), note: kind({ id: '/id' }), end: kind({ title: '/x' }) },
        rules: {
          known: { of: ['end'], refers: ['/of', '/also/*'], to: { task: '/id' } },
          parent: { of: ['task'], refers: '/parent', to: { task: '/id' } },
        },
      },
      {
        task: ['defines a /id', 'refers a /parent'],
        note: ['refers a /id'],
        end: ['refers a /of', 'refers a /also/*'],
      },
    ],
    [
      'unique, or the key of an order, or of answers',
      {
        kinds: { one: kind({}), two: kind({}), three: kind({}) },
        order: [{ by: { one: '/k', two: '/key' }, next: { one: ['two'] } }],
        rules: {
          once: { of: ['three'], unique: '/u' },
          answer: { of: ['three'], answers: '/n', as: { one: 'three' } },
        },
      },
      { one: ['refers a /k', 'refers b /n'], two: ['refers a /key'], three: ['defines c /u', 'refers b /n'] },
    ],
    [
      'an agent or a run where a kind tells that',
      {
        kinds: {
          card: kind({}),
          say: kind({ peer: '/to' }),
          begin: kind({ run: '/r', id: '/r' }),
          end: kind({ id: '/of' }),
        },
        rules: {
          known: { of: ['say'], refers: '/to', to: { card: '/name' } },
          ends: { of: ['end'], refers: '/of', to: { begin: '/r' } },
        },
      },
      {
        card: ['defines agent /name'],
        say: ['refers agent /to'],
        begin: ['defines run /r'],
        end: ['refers run /of'],
      },
    ],
    [
      'also in envelopes inside of others, and in lists of one kind',
      {
        kinds: {
          turn: kind({ id: '/id' }, { in: ['/result', '/turns/*'] }),
          talk: kind({}, { schema: { type: 'object', properties: { turns: { type: 'array' } } } }),
        },
      },
      { turn: ['defines a /id'], talk: ['defines a /turns/*/id'], 'turn.result': ['defines a /result/id'] },
    ],
    ['nothing that is only read', { readOnly: true, kinds: { line: kind({ id: '/id', run: '/run' }) } }, { line: [] }],
  ])('%s', (_, declaration, names) => expect(namesIn(declaration)).toEqual(names));
});

test('pointers to what every object inherits are pointers', () => {
  const names = ['/__proto__', '/constructor', '', '/a~1b', '/'];
  expect(namesIn({ kinds: { toString: kind({ id: names }) } }).toString).toHaveLength(names.length);
});

test('very many kinds, rules and pointers take a bounded time', () => {
  const names = Array.from({ length: 100 }, (_, at) => `k${at}`);
  const pointers = Array.from({ length: 20 }, (_, at) => `/p${at}`);
  const kinds = new Map(names.map(name => [name, { fieldPointers: { id: pointers, agent: pointers, run: pointers } }]));
  const all = new Map(names.map(name => [name, pointers]));
  const ids = Array.from({ length: 200 }, () => ({ defines: all, refers: all, mentions: all }));
  const lists = new Map(
    names.map(name => [name, names.flatMap(one => pointers.map(at => ({ at: `${at}/*`, names: [one] })))]),
  );
  const inside = new Map(names.map(name => [name, pointers.map(prefix => ({ name: `${name}.${prefix}`, prefix }))]));
  expect(inMegabytesParsed(3, () => declaredSymbols('p', kinds, ids, { inside, lists }))).toBeLessThan(300);
});
