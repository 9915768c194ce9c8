import { expect, test } from 'vitest';
import { searchSource } from '../../server/src/cli/commands/search';
import { UsageError } from '../../server/src/cli/readArguments';
import type { SaidPage, SaidQuery } from '../../server/src/model/runSource';

/** A store of five matches in pages of two, which writes down what it is asked. */
function fiveMatches(page: Partial<SaidPage> = {}) {
  const asked: SaidQuery[] = [];
  const search = async (query: SaidQuery): Promise<SaidPage> => {
    asked.push(query);
    const start = Number(query.cursor ?? 0);
    const numbers = [start, start + 1].filter(number => number < 5);
    const matches = numbers.map(number => ({
      ...{ run: `r${number}`, family: 'otlp', title: 'x', field: 'f', text: 'kyoto', marks: [] },
    }));
    return { matches, ...(start + 2 < 5 && { next: String(start + 2) }), ...page };
  };
  return { asked, search };
}

test('searches page by page, with the keys of the words and of the filter', async () => {
  const source = fiveMatches();
  const { answer, notes } = await searchSource(source, 'kyoto agent:planner', { filter: 'since:1h', limit: 9 });
  expect(answer.matches.map(({ run }) => run)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
  expect({ total: answer.total, notes }).toEqual({ total: 5, notes: [] });
  expect(source.asked[0]).toEqual({ words: 'kyoto', filter: 'since:1h agent:planner', limit: 9 });
  expect(source.asked.map(({ cursor }) => cursor)).toEqual([undefined, '2', '4']);
});

test('ends at the limit, and says so, and what the store did not apply', async () => {
  const { answer, notes } = await searchSource(fiveMatches({ notApplied: ['rule:x'] }), 'kyoto', {
    filter: '',
    limit: 3,
  });
  expect(answer.matches).toHaveLength(3);
  expect(notes).toEqual([
    'The store does not support rule:x: not applied.',
    'There may be more matches; raise --limit, or narrow --since or --filter.',
  ]);
});

test('a page that is longer than the limit is cut, which is said; what it left out is said once', async () => {
  const notes = ['Only the first 20 matches of a run are listed'];
  const { search } = fiveMatches({ notes });
  const one = async (query: SaidQuery) => {
    const { next: _, ...page } = await search(query);
    return page;
  };
  expect((await searchSource({ search: one }, 'kyoto', { filter: '', limit: 1 })).notes).toEqual([
    `${notes}.`,
    'There may be more matches; raise --limit, or narrow --since or --filter.',
  ]);
  expect((await searchSource({ search }, 'kyoto', { filter: '', limit: 9 })).notes).toEqual([`${notes}.`]);
});

test('a store that gives one page for ever ends', async () => {
  const source = fiveMatches({ next: 'again', matches: [] });
  await searchSource(source, 'kyoto', { filter: '', limit: 9 });
  expect(source.asked).toHaveLength(2);
});

test('a store that has always another page without a match ends', async () => {
  const asked: SaidQuery[] = [];
  const search = async (query: SaidQuery): Promise<SaidPage> => {
    asked.push(query);
    return { matches: [], next: String(asked.length) };
  };
  const { notes } = await searchSource({ search }, 'kyoto', { filter: '', limit: 9 });
  expect(asked.length).toBeLessThan(1000);
  expect(notes).toEqual(['There may be more matches; raise --limit, or narrow --since or --filter.']);
});

test.each([
  ['without words', 'agent:planner', {}],
  ['with a filter that has an error', 'kyoto', { fault: 'There is no key "x".' }],
])('%s is wrong usage', async (_, words, page) => {
  await expect(searchSource(fiveMatches(page), words, { filter: '', limit: 9 })).rejects.toThrow(UsageError);
});
