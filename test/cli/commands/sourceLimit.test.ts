import { expect, test } from 'vitest';
import { sendJson, serveHttp } from '../../kit/serveHttp';
import { storeCommands } from './storeCommands';

const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map(digit => digit.repeat(32)) as [string, string, string];

/** A Tempo that always lists its three runs, whatever the limit. */
async function unlimitedTempo() {
  return serveHttp(({ path }, response) => {
    const traces = [THIRD, FIRST, SECOND].map(traceID => ({
      traceID,
      startTimeUnixNano: String(BigInt(Date.now() - Number(traceID[0]) * 60_000) * 1_000_000n),
    }));
    sendJson(response, path === '/api/search' ? { traces, metrics: {} } : {}, path === '/api/search' ? 200 : 404);
  });
}

/** A Langfuse that always lists its three runs on one page. */
async function unlimitedLangfuse() {
  return serveHttp((_, response) => {
    const data = [FIRST, SECOND, THIRD].map(id => ({ id, timestamp: new Date().toISOString() }));
    sendJson(response, { data, meta: { totalPages: 1 } });
  });
}

test.each([
  ['tempo', unlimitedTempo],
  ['langfuse', unlimitedLangfuse],
])('no more runs than --limit are listed if a store ignores it: %s', async (kind, start) => {
  const cli = storeCommands(kind, await start());
  for (const [limit, ids] of [
    ['1', [FIRST]],
    ['2', [FIRST, SECOND]],
  ] as const) {
    const { code, out, err } = await cli('runs', '--source', 'prod', '--limit', limit, '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out).runs.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(err).toContain('There are more runs; raise --limit');
  }
});
