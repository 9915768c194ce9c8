import { expect, test } from 'vitest';
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
