import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AGENT_TRACE_ID, agentTrace } from '../../sources/agentTrace';
import { fakeJaeger, fakeLangfuse } from '../../sources/fakeStores';
import { folder } from '../run';
import { storeCommands } from './storeCommands';

const OTHER_ID = 'b'.repeat(32);
const now = () => BigInt(Date.now()) * 1_000_000n;

// Tests of other files load runs at the same time.
beforeEach(() => void vi.stubEnv('TMPDIR', folder({})));
afterEach(() => void vi.unstubAllEnvs());

const temporary = () => readdirSync(tmpdir()).filter(name => name.startsWith('agent-envelopes-runs-'));

test('runs of a store are listed, and one is shown with its steps', async () => {
  const cli = storeCommands(
    'jaeger',
    await fakeJaeger([agentTrace(AGENT_TRACE_ID, now()), agentTrace(OTHER_ID, now() - 10n ** 14n)]),
  );
  const listed = await cli('runs', '--source', 'prod', '--format', 'json', '--since', '1h');
  expect(JSON.parse(listed.out)).toMatchObject({
    version: 1,
    source: 'prod',
    runs: [{ id: AGENT_TRACE_ID, status: 'failed', agents: ['Planner'], steps: null, stepCount: 5 }],
  });
  expect((await cli('runs', '--source', 'prod', '--filter', 'status:succeeded')).out).toBe(
    'prod has no run that matches.\n',
  );
  const shown = await cli('runs', '--source', 'prod', '--run', 'bbbb', '--format', 'json', '--content');
  const [one] = JSON.parse(shown.out).runs;
  expect(one).toMatchObject({ id: OTHER_ID, files: [`prod/${OTHER_ID}`] });
  expect(one.steps.map(({ title }: { title: string }) => title)).toEqual([
    'invoke_agent Planner',
    'chat gpt-4o',
    ...['find_trains', 'book', 'wait'].map(tool => `execute_tool ${tool}`),
  ]);
  expect(one.steps[1].exchange.input[0].parts[0].text).toBe('Find a train to Köln');
  expect(temporary()).toEqual([]);
});

test('a run of a store is exported', async () => {
  const cli = storeCommands('jaeger', await fakeJaeger([agentTrace(AGENT_TRACE_ID, now())]));
  const { out, code } = await cli('replay', AGENT_TRACE_ID, '--source', 'prod', '--format', 'mermaid');
  expect(code).toBe(0);
  expect(out).toContain('sequenceDiagram');
  expect(temporary()).toEqual([]);
});

test('runs of a store are checked: those that failed, and calls without an end', async () => {
  const cli = storeCommands('jaeger', await fakeJaeger([agentTrace(AGENT_TRACE_ID, now())]));
  const { out, code } = await cli('check', '--source', 'prod', '--since', '1h');
  expect(code).toBe(1);
  expect(out).toBe(
    `prod/${AGENT_TRACE_ID} error The run failed: No seat was found trace/failed
prod/${AGENT_TRACE_ID} warning Begun and never ended: execute_tool wait. trace/open-call
1 run: 1 error, 1 warning
`,
  );
  const off = await cli('check', '--source', 'prod', '--rule', 'trace/failed=off', '--format', 'json');
  expect(JSON.parse(off.out).summary).toMatchObject({ files: 1, errors: 0, warnings: 1 });
  expect(off.code).toBe(0);
  const sarif = JSON.parse((await cli('check', '--source', 'prod', '--format', 'sarif')).out);
  expect(sarif.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual([
    'trace/failed',
    'trace/open-call',
  ]);
  expect((await cli('check', '--source', 'prod', '--format', 'github')).out).toContain('::error file=prod/');
  expect(temporary()).toEqual([]);
});

test('the credential is that of the environment; a store that refuses it is one line', async () => {
  const store = await fakeLangfuse([]);
  const good = storeCommands('langfuse', store, { env: { AGENT_ENVELOPES_PROD_CREDENTIAL: 'pk-1:sk-2' } });
  expect((await good('runs', '--source', 'prod')).code).toBe(0);
  const bad = storeCommands('langfuse', store, { env: { AGENT_ENVELOPES_PROD_CREDENTIAL: 'pk-1:sk-wrong' } });
  const { code, out, err } = await bad('check', '--source', 'prod');
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(
    /^agent-envelopes: prod: 127\.0\.0\.1:\d+ does not accept the credential \(401\) \(.*\); check the credential of this source\.\n$/,
  );
  expect(err).not.toContain('wrong');
});

test.each([
  [['runs', '--source', 'nix'], /lists no store "nix"/],
  [['runs', '--since', '1h'], /"--since" is for the runs of a store; add "--source NAME"\./],
  [['runs', '--source', 'prod', '--since', 'soon'], /"--since" takes a time/],
  [['runs', '--source', 'prod', '--limit', '0'], /"--limit" takes a whole number/],
  [['runs', '--source', 'prod', '--follow'], /"--follow" is for files/],
  [['runs', '--source', 'prod', 'logs'], /leave out the paths/],
  [['check', '--source', 'prod', '--fix'], /"--fix" is for files/],
  [['check', '--source', 'prod', '--threads', '2'], /"--threads" is for files/],
  [['runs', '--source', 'prod', '--filter', 'nix:x'], /There is no key "nix"/],
  [['runs', '--source', 'prod', '--sources', 'nowhere.json'], /there is no list of stores: .*nowhere\.json/],
])('%j is wrong usage', async (args, message) => {
  const cli = storeCommands('jaeger', await fakeJaeger([]));
  const { code, err } = await cli(...args);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});
