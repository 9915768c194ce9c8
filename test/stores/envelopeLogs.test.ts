import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runFilter } from '../../server/src/features/runs/runFilter';
import { runsInLines } from '../../server/src/sources/loadedRuns';
import { projectRoot } from '../kit/corpus';
import { type ClickhouseStore, startClickhouse } from './clickhouseStore';

/** The queries of the page, in order. */
const QUERIES = [...readFileSync(join(projectRoot, 'docs/stores.md'), 'utf8').matchAll(/```sql\n([\s\S]*?)\n```/g)].map(
  ([, query = '']) => query,
);
const [TABLE = '', LIST = '', FILTER = '', WORDS = '', RUN = ''] = QUERIES;

const AGENTS = ['vision', 'build', 'audit', 'fix', 'scope'];
const lines = Array.from({ length: 3000 }, (_, index) => {
  const run = Math.floor(index / 6);
  return JSON.stringify({
    id: `wf_${run}.${index % 6}`,
    timestamp: new Date(Date.UTC(2026, 2, 1) + index * 1000).toISOString(),
    from: AGENTS[(run + index) % 5],
    to: AGENTS[(run + index + 1) % 5],
    intent: 'idea',
    context: { project: 'boards', domain: 'feature', priority: 1, workflowId: `wf_${run}` },
    payload: {
      input: 'Invites',
      output: `Output of step ${index}`,
      confidence: 0.5 + ((run * 7) % 50) / 100,
      needsReview: false,
    },
  });
});

let store: ClickhouseStore;
let folder: string;
beforeAll(async () => {
  store = await startClickhouse();
  folder = mkdtempSync(join(tmpdir(), 'envelope-logs-'));
  mkdirSync(join(folder, 'logs'));
  for (const [name, from, to] of [
    ['one', 0, 1500],
    ['two', 1500, 3000],
  ] as const) {
    writeFileSync(join(folder, 'logs', `${name}.jsonl`), `${lines.slice(from, to).join('\n')}\n`);
  }
  await store.run(TABLE.replace("'logs/", `'${folder}/logs/`));
});
afterAll(async () => {
  await store.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rowsOf = async (query: string): Promise<Record<string, unknown>[]> =>
  (await store.run(`${query} FORMAT JSONEachRow`))
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));

test('the page has a table and four questions', () => {
  expect(QUERIES).toHaveLength(5);
});

test('the list of runs is that of the index', async () => {
  const rows = await rowsOf(LIST);
  const runs = runsInLines(lines)
    .map(({ summary }) => summary)
    .sort((one, other) => Number((other.startedAt ?? 0n) - (one.startedAt ?? 0n)))
    .slice(0, 50);
  expect(rows.map(({ run, steps }) => [run, Number(steps)])).toEqual(runs.map(({ id, steps }) => [id, steps]));
});

test('the filter leaves the runs that it leaves of the index', async () => {
  const { shows } = runFilter('agent:vision confidence<0.55');
  const shown = runsInLines(lines).filter(run => shows(run.summary, () => run, 0));
  const newest = shown
    .sort((one, other) => Number((other.summary.startedAt ?? 0n) - (one.summary.startedAt ?? 0n)))
    .map(({ summary }) => summary.id)
    .slice(0, 50);
  expect(newest.length).toBeGreaterThan(10);
  expect((await rowsOf(FILTER)).map(({ run }) => run)).toEqual(newest);
});

test('words are found with the words around', async () => {
  const rows = await rowsOf(WORDS);
  expect(rows.length).toBe(20);
  for (const { around } of rows) expect(around).toContain('step 7');
});

test('a run is written as a log, which is the same run', async () => {
  const log = (await store.run(RUN)).trim().split('\n');
  const [run] = runsInLines(log);
  expect(run?.summary).toMatchObject({ id: 'wf_7', steps: 6, family: 'agent-message' });
});
