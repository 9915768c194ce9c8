import { describe, expect, test } from 'vitest';
import { formatMatch, searchSource } from '../../server/src/cli/commands/search';
import { formatRuns } from '../../server/src/cli/formats/formatRuns';
import { listRuns } from '../../server/src/cli/loadStoreRuns';
import { UsageError } from '../../server/src/cli/readArguments';
import type { RunSource } from '../../server/src/model/runSource';
import { createStoreSource } from '../../server/src/sources/createStoreSource';
import { runsInLines } from '../../server/src/sources/loadedRuns';
import { SourceError } from '../../server/src/sources/sourceError';
import type { HttpRequest } from '../../server/src/sources/storeClient';
import { parseSources, type StoreConfig, type StoreKind } from '../../server/src/sources/storeConfig';
import { listedRunSummary } from '../../server/src/sources/storeFilter';
import { storeListing } from '../../server/src/sources/storeListing';
import { storedMatch, storeTreeNodes } from '../../server/src/sources/storeTreeNodes';
import { oneOf, runsEverything } from '../kit/amount';
import { unplainCharacters } from '../kit/unplainCharacters';
import { answerBody, RUN_ID, STORE_KINDS, storeAnswers } from './storeAnswers';
import { pathsIn, WRONG_VALUES, withValueAt } from './wrongValues';

const NOW = 1_780_301_200_000;
const AT = BigInt(NOW - 60_000) * 1_000_000n;
const NEVER = new AbortController().signal;
const STORE = { uri: 'file:///stores/prod', name: 'prod' };
const PAGE = { paint: (text: string) => text, width: Number.POSITIVE_INFINITY };

/** A store that answers with these bodies. */
function sourceOf(kind: StoreKind, bodyOf: (request: HttpRequest) => string): { source: RunSource; asked: string[] } {
  const { sources } = parseSources([{ name: 'prod', kind, address: 'http://prod', maxMegabytes: 1 }]);
  const asked: string[] = [];
  const source = createStoreSource(sources[0] as StoreConfig, {
    now: () => NOW,
    async request(one) {
      asked.push(one.url);
      if (asked.length > MOST_REQUESTS) throw new Error(`It asks without end, at last for ${one.url}.`);
      const body = bodyOf(one);
      return {
        status: 200,
        header: () => undefined,
        text: async () => body,
        async *pieces() {
          yield body;
        },
      };
    },
  });
  return { source, asked };
}

/** One run is loaded several times, of a few hundred pages each. */
const MOST_REQUESTS = 2000;

/** The store whose answer of a name is another value. */
function storeWith(kind: StoreKind, name: string, value: unknown) {
  const answers = storeAnswers(kind, AT).map(answer => (answer.name === name ? { ...answer, value } : answer));
  return sourceOf(kind, ({ url, body }) => {
    const { pathname: path } = new URL(url);
    const answer = answers.find(one => one.isAnswerTo({ path, ...(body !== undefined && { body }) }));
    return answerBody(kind, answer?.value ?? {});
  });
}

/** All that is shown of a store; of what fails, the message. Any other error is passed on. */
async function shownOf(kind: StoreKind, source: RunSource): Promise<string[]> {
  const shown: string[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof SourceError || error instanceof UsageError)) throw error;
      shown.push(error.message);
    }
  };
  const ids = new Set([RUN_ID]);
  await attempt(async () => {
    const { runs, notes } = await listRuns(source, { name: 'prod', filter: '', limit: 50 });
    for (const { id } of runs) ids.add(id);
    const text = formatRuns(
      runs.map(run => listedRunSummary(run, '')),
      PAGE,
      NOW,
    );
    shown.push(...text.split('\n'), ...notes);
    const listed = await storeListing({ list: async () => ({ runs }) }, 50).from('', 0);
    const { nodes } = storeTreeNodes({ ...STORE, kind }, listed, 0, NOW);
    for (const { label, description = '' } of nodes) shown.push(label, description);
  });
  await attempt(async () => {
    const { answer, notes } = await searchSource(source, 'needle', { filter: '', limit: 50 });
    shown.push(...notes);
    for (const match of answer.matches) {
      const { title, field, text, about } = storedMatch(match, STORE);
      shown.push(formatMatch(match, PAGE), title, field, text, about);
    }
  });
  for (const id of ids) {
    await attempt(async () => {
      const lines: string[] = [];
      for await (const window of source.load(id, NEVER)) lines.push(...window.split('\n'));
      shown.push(...runsInLines(lines).map(({ summary }) => summary.title));
    });
  }
  return shown;
}

describe.each(STORE_KINDS)('%s', kind => {
  test('what it answers is shown', async () => {
    const shown = await shownOf(kind, storeWith(kind, '', undefined).source);
    expect(shown.join('\n')).toMatch(/plan trip[\s\S]*needle/);
    expect(shown.flatMap(unplainCharacters)).toEqual([]);
  });

  test.each(storeAnswers(kind, AT))(
    'any other value in its $name is shown as text, or told of',
    async ({ name, value }) => {
      const faults: string[] = [];
      // One of 16, of 19 wrong values, is another one from place to place.
      const tried = pathsIn(value).flatMap(path => Object.entries(WRONG_VALUES).map(wrong => [path, wrong] as const));
      for (const [path, [about, wrong]] of oneOf(16, tried)) {
        const where = `${path.join('.') || 'all'}: ${about}`;
        try {
          const shown = await shownOf(kind, storeWith(kind, name, withValueAt(value, path, wrong)).source);
          const strange = shown.filter(text => unplainCharacters(text).length > 0);
          if (strange.length > 0) faults.push(`${where} is shown as ${JSON.stringify(strange[0])}`);
          const long = shown.find(text => text.length > LONGEST_SHOWN);
          if (long !== undefined) faults.push(`${where} is shown in ${long.length} characters`);
        } catch (error) {
          faults.push(`${where}: ${error}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );
});

/** Stores that have always more to answer: by the number of the request. */
const ENDLESS: Readonly<Record<string, { kind: StoreKind; bodyOf(request: HttpRequest, number: number): unknown }>> = {
  'Langfuse with pages of nothing': { kind: 'langfuse', bodyOf: () => ({ data: [{}], meta: { totalPages: 1e9 } }) },
  'Langfuse with one observation on each page': {
    kind: 'langfuse',
    bodyOf: ({ url }) => {
      if (url.includes('/traces/')) return { id: RUN_ID, name: 'x' };
      return {
        data: [{ id: RUN_ID, traceId: RUN_ID, timestamp: new Date(NOW).toISOString() }],
        meta: { totalPages: 1e9 },
      };
    },
  },
  ...Object.fromEntries(
    // They take longest, and Jaeger's and ClickHouse's tell of as many traces.
    (runsEverything ? Object.entries({ past: AT / 4n, future: AT * 4n, present: AT }) : []).map(([time, start]) => [
      `Tempo with other traces each time, of the ${time}`,
      { kind: 'tempo' as const, bodyOf: (_: HttpRequest, number: number) => ({ traces: tracesFrom(number, start) }) },
    ]),
  ),
  'Jaeger with other traces each time': {
    kind: 'jaeger',
    bodyOf: ({ url }, number) => {
      if (url.endsWith('/services')) return { services: ['travel'] };
      const spans = tracesFrom(number, AT * 4n).map(({ traceID: traceId, startTimeUnixNano }) => ({
        ...{ traceId, spanId: 'b'.repeat(16), name: 'x', startTimeUnixNano },
      }));
      return { result: { resourceSpans: [{ scopeSpans: [{ spans }] }] } };
    },
  },
  'ClickHouse with other traces each time': {
    kind: 'clickhouse',
    bodyOf({ body = '' }, number) {
      const answer = storeAnswers('clickhouse', AT).find(one => one.isAnswerTo({ path: '/', body }));
      if (answer?.name === 'columns' || answer?.name === 'oldest') return answer.value;
      if (answer?.name === 'spans') return Array.from({ length: 2000 }, () => ({ traceId: RUN_ID, attributes: '' }));
      return tracesFrom(number, AT).map(({ traceID: id }) => ({
        id,
        trace: id,
        start: String(AT),
        end: String(AT),
        span: id,
      }));
    },
  },
};

function tracesFrom(number: number, start: bigint) {
  return Array.from({ length: 60 }, (_, at) => ({
    traceID: (number * 60 + at + 1).toString(16).padStart(32, '0'),
    startTimeUnixNano: String(start),
    rootTraceName: 'x',
  }));
}

test.each(oneOf(2, Object.entries(ENDLESS)))('is not asked without end: %s', async (_, { kind, bodyOf }) => {
  let number = 0;
  const { source, asked } = sourceOf(kind, request => answerBody(kind, bodyOf(request, number++)));
  await shownOf(kind, source);
  expect(asked.length).toBeGreaterThan(0);
});

/** An id is never cut. */
const LONGEST_SHOWN = 1000;
