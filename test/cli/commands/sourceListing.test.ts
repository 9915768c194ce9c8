import { expect, test } from 'vitest';
import { sendJson, serveHttp } from '../../kit/serveHttp';
import { AGENT_TRACE_ID, agentTrace } from '../../sources/agentTrace';
import { fakeJaeger, fakeTempo } from '../../sources/fakeStores';
import { storeCommands } from './storeCommands';

const now = () => BigInt(Date.now()) * 1_000_000n;

test('a number of steps is printed where a store counts them', async () => {
  const requests = [agentTrace(AGENT_TRACE_ID, now())];
  const listed = await storeCommands('tempo', await fakeTempo(requests))('runs', '--source', 'prod');
  expect(listed.code).toBe(0);
  expect(listed.out).toContain(AGENT_TRACE_ID);
  expect(listed.out).not.toContain('step');
  expect((await storeCommands('jaeger', await fakeJaeger(requests))('runs', '--source', 'prod')).out).toContain(
    '· 5 steps ·',
  );
});

const START = String(now() - 10n ** 9n);
const spans = (list: object[]) => ({ result: { resourceSpans: [{ scopeSpans: [{ spans: list }] }] } });

test.each<[kind: string, answer: object, count: number]>([
  ['tempo', { traces: [{ traceID: AGENT_TRACE_ID }, { traceID: '../x', startTimeUnixNano: START }, 1] }, 3],
  ['jaeger', spans([{ traceId: '..', spanId: 'b'.repeat(16), name: 'x', startTimeUnixNano: START }]), 1],
  ['jaeger', spans([{ traceId: AGENT_TRACE_ID, spanId: 'b'.repeat(16), name: 'x' }]), 1],
  ['langfuse', { data: [{ id: '..' }, { id: 7 }], meta: { totalPages: 1 } }, 2],
])('runs that can not be listed are counted: %s, %j', async (kind, answer, count) => {
  const cli = storeCommands(kind, await serveHttp((_, response) => sendJson(response, answer)), {
    services: kind === 'jaeger' ? ['travel'] : undefined,
  });
  for (const command of ['runs', 'check']) {
    const { code, err } = await cli(command, '--source', 'prod');
    expect(code).toBe(0);
    expect(err).toContain(
      `${count === 1 ? '1 run is' : `${count} runs are`} left out: the store gives no start or no valid id, or ${count === 1 ? 'it' : 'they'} can’t be loaded.\n`,
    );
  }
});
