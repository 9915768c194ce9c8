import { expect, test } from 'vitest';
import type { ListedRun, RunPage, RunQuery } from '../../server/src/model/runSource';
import { storeListing } from '../../server/src/sources/storeListing';

const run = (id: string): ListedRun => ({ id, family: 'otlp', title: id, status: 'succeeded', agents: [] });

/** A source of five runs, which writes down what it is asked. */
function fiveRuns() {
  const asked: RunQuery[] = [];
  const list = async (query: RunQuery): Promise<RunPage> => {
    asked.push(query);
    const start = Number(query.cursor ?? 0);
    const end = Math.min(5, start + query.limit);
    const runs = Array.from({ length: end - start }, (_, index) => run(`${query.filter}${start + index}`));
    return { runs, ...(end < 5 && { next: String(end) }) };
  };
  return { asked, list };
}

test('lists page by page, and asks for each page once', async () => {
  const source = fiveRuns();
  const listing = storeListing(source, 2);
  const [first, same] = await Promise.all([listing.from('', 0), listing.from('', 0)]);
  expect(first.runs.map(({ id }) => id)).toEqual(['0', '1']);
  expect(same).toEqual(first);
  expect(first.hasMore).toBe(true);
  const next = await listing.from('', 2);
  expect(next.runs.map(({ id }) => id)).toEqual(['2', '3']);
  const last = await listing.from('', 4);
  expect(last).toMatchObject({ known: 5, hasMore: false });
  await listing.from('', 5);
  expect((await listing.from('', 0)).runs).toHaveLength(5);
  expect(source.asked.map(({ cursor }) => cursor)).toEqual([undefined, '2', '4']);
});

test('another filter begins anew, and cancels what is being asked', async () => {
  const signals: AbortSignal[] = [];
  const listing = storeListing(
    {
      list: ({ filter }, signal) => {
        signals.push(signal);
        if (filter === 'fast') return Promise.resolve({ runs: [run('fast')] });
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    },
    2,
  );
  const slow = listing.from('slow', 0);
  expect((await listing.from('fast', 0)).runs).toHaveLength(1);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(await slow).toMatchObject({ runs: [], hasMore: false });
});

test('a fault is told, and the server left alone until it is reset', async () => {
  let asked = 0;
  const listing = storeListing(
    {
      list: async () => {
        asked++;
        throw new Error('prod: refused.');
      },
    },
    2,
  );
  for (const _ of [1, 2, 3])
    expect(await listing.from('', 0)).toMatchObject({ fault: 'prod: refused.', hasMore: false });
  expect(asked).toBe(1);
  listing.reset();
  await listing.from('', 0);
  expect(asked).toBe(2);
});
