import { expect, test } from 'vitest';
import { AGENT_TRACE_ID, agentTrace } from '../../sources/agentTrace';
import { fakeJaeger } from '../../sources/fakeStores';
import { storeCommands } from './storeCommands';

const trace = () => agentTrace(AGENT_TRACE_ID, BigInt(Date.now()) * 1_000_000n);

test('an exported run of a store names it, and no file that is gone', async () => {
  const cli = storeCommands('jaeger', await fakeJaeger([trace()]));
  const { out } = await cli('replay', AGENT_TRACE_ID, '--source', 'prod', '--format', 'json');
  const run = JSON.parse(out);
  expect(run.files).toEqual([`prod/${AGENT_TRACE_ID}`]);
  expect(new Set(run.steps.map(({ file }: { file: string }) => file))).toEqual(new Set([`prod/${AGENT_TRACE_ID}`]));
  expect(out).not.toContain('.jsonl');
});
