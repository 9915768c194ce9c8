import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnswerCache } from '../../../client/webview/model/answerCache';
import { handleTreeKey } from '../../../client/webview/tabs/envelope/EnvelopeTree';
import {
  type Branch,
  branchRowOf,
  branchRowPath,
  countRows,
  rowAt,
} from '../../../client/webview/tabs/envelope/lazyTree';
import { copyValue, loadMembers, loadTree, openTo } from '../../../client/webview/tabs/envelope/loadTree';
import type { EnvelopeMember, ReplayParams } from '../../../server/src/shared/lspExtensions';

const AT = { step: 0, envelope: 0 };

/** Answers questions about an envelope as a run does, with at most `most` rows and characters at once. */
function answersOf(envelope: unknown, most = 100): AnswerCache & { asked: string[] } {
  const asked: string[] = [];
  const valueAt = (path: readonly (string | number)[]) =>
    path.reduce((value: unknown, key) => (value as Record<string, unknown>)[key], envelope);
  return {
    asked,
    ask: async (question: string, params: unknown) => {
      const { path, from = 0, count = most } = params as ReplayParams<'members'>;
      asked.push(`${question} ${path.join('.')} ${from}`);
      const value = valueAt(path);
      if (question === 'value') {
        const text = String(value);
        return { text: text.slice(from, from + Math.min(count, most)), total: text.length } as never;
      }
      const members = membersOf(value);
      return { rows: members.slice(from, from + Math.min(count, most)), from, total: members.length } as never;
    },
    known: () => undefined,
    revision: { value: 0 },
    forget() {},
  };
}

function membersOf(value: unknown): EnvelopeMember[] {
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).map(([key, member]) => ({
    name: isList ? Number(key) : key,
    ...(typeof member === 'string'
      ? { is: 'text' as const, shown: member.slice(0, 10), ...(member.length > 10 && { size: member.length }) }
      : typeof member === 'object' && member !== null
        ? {
            is: Array.isArray(member) ? ('list' as const) : ('object' as const),
            shown: '…',
            size: Object.keys(member).length,
          }
        : { is: typeof member === 'number' ? ('number' as const) : ('boolean' as const), shown: String(member) }),
  }));
}

describe('rows of a tree', () => {
  const branches = fc.letrec<{ branch: Branch }>(tie => ({
    branch: fc
      .tuple(fc.nat(6), fc.array(fc.tuple(fc.nat(5), fc.oneof({ maxDepth: 4 }, fc.constant('text'), tie('branch')))))
      .map(([total, opened]) => ({
        total,
        members: new Map(
          Array.from({ length: total }, (_, index) => [index, { name: `m${index}`, is: 'object', shown: '' }]),
        ),
        open: new Map(opened.filter(([index]) => index < total)),
      })) as fc.Arbitrary<Branch>,
  })).branch;

  function flat(branch: Branch, path: string[] = []): string[] {
    return Array.from({ length: branch.total }, (_, index) => {
      const own = [...path, `m${index}`];
      const child = branch.open.get(index);
      return [own.join('.'), ...(child && child !== 'text' ? flat(child, own) : [])];
    }).flat();
  }

  test('are the members in document order', () => {
    fc.assert(
      fc.property(branches, branch => {
        const written = flat(branch);
        expect(countRows(branch)).toBe(written.length);
        for (const [number, text] of written.entries()) {
          const row = rowAt(branch, number);
          expect(row && branchRowPath(row).join('.')).toBe(text);
          expect(branchRowOf(branch, row ? branchRowPath(row) : [])).toBe(number);
        }
        expect(rowAt(branch, written.length)).toBeUndefined();
      }),
    );
  });

  test('the row of a path in a collapsed member is that of the member', () => {
    const member = { name: 'a', is: 'object', shown: '' } as const;
    const branch: Branch = { total: 1, members: new Map([[0, member]]), open: new Map() };
    expect(branchRowOf(branch, ['a', 'b', 'c'])).toBe(0);
    expect(branchRowOf(branch, ['other'])).toBe(-1);
    expect(branchRowOf(branch, [])).toBe(-1);
  });

  test('distinguishes names that look like numbers from indexes', () => {
    const named = (...names: (string | number)[]): Branch => ({
      total: names.length,
      members: new Map(names.map((name, index) => [index, { name, is: 'null', shown: 'null' }])),
      open: new Map(),
    });
    expect(branchRowOf(named('2', '1', '0'), [0])).toBe(2);
    expect(branchRowOf(named(0, 1, 2), ['2'])).toBe(2);
  });
});

describe('a tree that is loaded', () => {
  test('shows the content of small members of the root, and of members that the user expanded', async () => {
    const envelope = { a: { b: { c: 1 } }, large: Array.from({ length: 9 }, (_, index) => index), none: {} };
    const opened = new Map<string, boolean>();
    const shown = async () => {
      const root = await loadTree(answersOf(envelope), AT, opened);
      return Array.from({ length: countRows(root) }, (_, row) => branchRowPath(rowAt(root, row) as never).join('.'));
    };
    expect(await shown()).toEqual(['a', 'a.b', 'large', 'none']);
    opened.set('["a","b"]', true);
    expect(await shown()).toEqual(['a', 'a.b', 'a.b.c', 'large', 'none']);
    opened.set('["a"]', false);
    expect(await shown()).toEqual(['a', 'large', 'none']);
  });

  test('requests few members, however many branches there are', async () => {
    const answers = answersOf(Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`k${index}`, { x: 1 }])));
    await loadTree(answers, AT);
    expect(answers.asked.length).toBeLessThanOrEqual(25);
  });

  test('expands all ancestors of a path, far into a list', async () => {
    const answers = answersOf({ items: Array.from({ length: 1000 }, (_, index) => ({ path: index })) });
    const root = await loadTree(answers, AT);
    await openTo(answers, AT, root, ['items', 512, 'path']);
    const row = rowAt(root, branchRowOf(root, ['items', 512, 'path']));
    expect(row && branchRowPath(row)).toEqual(['items', 512, 'path']);
    expect(row?.member?.shown).toBe('512');
    // Only the first page and its own.
    expect(answers.asked.filter(one => one.startsWith('members items '))).toEqual([
      'members items 0',
      'members items 500',
    ]);
  });

  test('finds a name beyond the first page', async () => {
    const answers = answersOf({
      all: Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`k${index}`, index])),
    });
    const root = await loadTree(answers, AT);
    await openTo(answers, AT, root, ['all', 'k249']);
    expect(rowAt(root, branchRowOf(root, ['all', 'k249']))?.member?.shown).toBe('249');
  });

  test('expands what exists of a missing path', async () => {
    const answers = answersOf({ a: { b: 1 } });
    const root = await loadTree(answers, AT);
    await openTo(answers, AT, root, ['a', 'gone', 'x']);
    await openTo(answers, AT, root, ['a', 'b', 'x']);
    expect(branchRowOf(root, ['a', 'gone'])).toBe(0);
  });

  test('members that are loaded later fill their rows', async () => {
    const answers = answersOf(Array.from({ length: 300 }, (_, index) => index));
    const root = await loadTree(answers, AT);
    expect(rowAt(root, 250)?.member).toBeUndefined();
    await loadMembers(answers, AT, [], root, 200);
    expect(rowAt(root, 250)?.member?.shown).toBe('250');
  });
});

describe('a value that is copied', () => {
  const member = (is: EnvelopeMember['is'], shown = ''): EnvelopeMember => ({ name: 'x', is, shown });

  test('is complete, even if it is shown truncated', async () => {
    const envelope = JSON.parse('{"x": {"__proto__": 1, "list": [true, "long enough to be cut"], "": {}}}');
    const copied = await copyValue(answersOf(envelope, 7), AT, ['x'], member('object'));
    expect(JSON.parse(copied)).toEqual(envelope.x);
    expect(copied).toContain('__proto__');
  });

  test('copies a text unchanged, and a number with all digits', async () => {
    const text = 'two\nlines "and more"';
    expect(await copyValue(answersOf({ x: text }, 5), AT, ['x'], member('text'))).toBe(text);
    const digits = '12345678901234567890.123';
    expect(await copyValue(answersOf({}), AT, ['x'], member('number', digits))).toBe(digits);
  });

  test('is refused if it is too large', async () => {
    const many = { x: Array.from({ length: 6000 }, (_, index) => index) };
    await expect(copyValue(answersOf(many), AT, ['x'], member('list'))).rejects.toThrow('Too much');
  });
});

describe('keys in a tree', () => {
  function pressed(key: string, member: EnvelopeMember, { isOpen = false, depth = 1, ...keys } = {}): string[] {
    const done: string[] = [];
    const branch: Branch = { total: 1, members: new Map([[0, member]]), open: new Map(isOpen ? [[0, 'text']] : []) };
    const event = { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...keys } as Parameters<
      typeof handleTreeKey
    >[0];
    const isTaken = handleTreeKey(event, {
      row: { branch, path: [], index: 0, depth, member },
      last: 9,
      move: by => done.push(`move ${by}`),
      to: row => done.push(`to ${row}`),
      parent: () => done.push('parent'),
      toggle: () => done.push('toggle'),
      open: () => done.push('open'),
      copy: () => done.push('copy'),
      copyPath: () => done.push('copy path'),
    });
    return isTaken ? done : ['not taken'];
  }
  const object: EnvelopeMember = { name: 'a', is: 'object', shown: '{…}', size: 1 };
  const leaf: EnvelopeMember = { name: 'a', is: 'number', shown: '1' };
  const cut: EnvelopeMember = { name: 'a', is: 'text', shown: 'x'.repeat(60) };
  const long: EnvelopeMember = { name: 'a', is: 'text', shown: 'x', size: 5000 };

  test.each<[string, EnvelopeMember, object, string[]]>([
    ['ArrowDown', leaf, {}, ['move 1']],
    ['Home', leaf, {}, ['to 0']],
    ['End', leaf, {}, ['to 9']],
    ['ArrowRight', object, {}, ['toggle']],
    ['ArrowRight', object, { isOpen: true }, ['move 1']],
    ['ArrowRight', long, {}, ['toggle']],
    ['ArrowRight', leaf, {}, []],
    ['ArrowLeft', object, { isOpen: true }, ['toggle']],
    ['ArrowLeft', leaf, {}, ['parent']],
    ['ArrowLeft', leaf, { depth: 0 }, []],
    ['Enter', object, {}, ['toggle']],
    ['Enter', object, { shiftKey: true }, ['open']],
    ['Enter', leaf, {}, ['open']],
    ['Enter', long, {}, ['toggle']],
    ['Enter', long, { shiftKey: true }, ['open']],
    ['Enter', cut, {}, ['toggle']],
    ['c', leaf, { ctrlKey: true }, ['copy']],
    ['C', leaf, { shiftKey: true }, ['copy path']],
    ['ArrowDown', leaf, { ctrlKey: true }, ['not taken']],
    [' ', leaf, {}, ['not taken']],
    ['p', leaf, {}, ['not taken']],
  ])('%s', (key, member, more, expected) => {
    expect(pressed(key, member, more)).toEqual(expected);
  });
});
