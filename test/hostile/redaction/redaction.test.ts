import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ReplayAt } from '../../../server/src/shared/lspExtensions';
import { runsEverything } from '../../kit/amount';
import { type RunsClient, startRunsServer } from '../../kit/runsClient';
import { temporaryFolder } from '../../kit/temporaryFolder';
import { commandInProcess } from '../commandInProcess';
import { plantedRuns, plantedSecrets, survivorsIn } from './plantedSecrets.mjs';

const run = commandInProcess();
const runs = plantedRuns();
const ALL_FORMATS = ['json', 'jsonl', 'html', 'otlp', 'atif', 'mermaid'] as const;
/** Of the other runs only one: what covers them is the same. */
const FORMATS = runsEverything ? ALL_FORMATS : (['jsonl', 'html', 'mermaid'] as const);
const redaction = { paths: true, emails: true, secrets: true, personal: true, names: true, fields: [] };

/** Those whose reason to survive stands beside them. */
const outOfReach = new Set(plantedSecrets.filter(({ survives }) => survives !== undefined).map(({ name }) => name));

let server: RunsClient;
const folder = temporaryFolder(Object.fromEntries(runs.map(({ file, text }) => [file, text])));

beforeAll(async () => {
  server = await startRunsServer([folder.uri], {
    capabilities: { workspace: { configuration: true, workspaceFolders: true } },
  });
  await server.read();
});

afterAll(() => {
  server.kill('SIGKILL');
  folder.dispose();
});

async function exported(file: string, format: string, covers: typeof redaction): Promise<string> {
  const { runs } = await server.ask<ReplayAt>('agentEnvelopes/replay/at', { uri: folder.uriOf(file) });
  const params = { format, redaction: covers };
  return (
    await server.ask<{ text: string }>('agentEnvelopes/replay', { run: runs[0]?.key, question: 'export', params })
  ).text;
}

test('they are many, and most are in reach', () => {
  expect(plantedSecrets.length).toBeGreaterThan(155);
  expect(new Set(plantedSecrets.flatMap(({ secrets }) => secrets)).size).toBeGreaterThan(155);
  expect(outOfReach.size / plantedSecrets.length).toBeLessThan(0.05);
});

test.each(runs)('all of them are in the export of $file that covers nothing', async ({ file }) => {
  const nothing = { paths: false, emails: false, secrets: false, personal: false, names: false, fields: [] };
  const found = survivorsIn(await exported(file, 'jsonl', nothing)).map(({ name }) => name);
  expect(plantedSecrets.map(({ name }) => name).filter(name => !found.includes(name))).toEqual([]);
});

describe.each(runs)('of $file', ({ file }) => {
  test.each(file === runs[0]?.file || runsEverything ? FORMATS : FORMATS.slice(0, 1))(
    'nothing in reach is left in %s',
    async format => {
      const text = await exported(file, format, redaction);
      expect(text).toMatch(format === 'mermaid' ? /sequenceDiagram/ : /wf_1|t_call|gen_ai|5b8efff/);
      const left = survivorsIn(text).map(({ name }) => name);
      expect(left.filter(name => !outOfReach.has(name))).toEqual([]);
      // What is said to be out of reach is not covered after all.
      if (format === 'jsonl') expect([...outOfReach].filter(name => !left.includes(name))).toEqual([]);
      expect(left.length / plantedSecrets.length).toBeLessThanOrEqual(0.05);
    },
  );
});

test('the command line covers the same', async () => {
  const args = ['replay', 'wf_1.jsonl', '--redact', '--redact-personal', '--redact-names', '--out', 'out.html'];
  const { code } = await run(args, { cwd: folder.path });
  expect(code).toBe(0);
  const left = survivorsIn(readFileSync(folder.pathOf('out.html'), 'utf8')).map(({ name }) => name);
  expect(left.filter(name => !outOfReach.has(name))).toEqual([]);
});

describe('what a folder says of itself is covered in a page', () => {
  const token = (end: string) => `ghp_${'aB3'.repeat(11)}${end}`;
  const declared = {
    id: 'review-queue',
    title: `Queue ${token('one')}`,
    description: token('two'),
    kinds: {
      request: {
        title: token('tri'),
        schema: {
          type: 'object',
          required: ['review_id', 'change', 'summary'],
          properties: {
            review_id: { type: 'string', title: token('for'), description: token('fiv'), examples: [token('six')] },
            change: { type: 'string' },
            summary: { type: 'string' },
          },
        },
        tells: { id: '/review_id', run: '/change', title: '/summary' },
        side: 'ask',
      },
    },
  };
  const review = { review_id: token('sev'), change: token('eig'), summary: `Look at ${token('nin')}` };
  const message = {
    id: token('ten'),
    timestamp: '2026-06-01T10:00:00Z',
    from: 'plan',
    to: 'build',
    intent: 'idea',
    context: { project: 'boats', domain: 'feature', priority: 1, workflowId: token('elf') },
    payload: { input: 'a', output: 'b', confidence: 0.95, needsReview: false },
  };

  test.each([
    ['a protocol that it declares', { 'a.agent-protocol.json': declared, 'run.json': review }],
    ['ids of runs and steps', { 'run.json': message }],
  ])('%s', async (_, files) => {
    const written = Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]);
    const other = temporaryFolder(Object.fromEntries(written));
    const plain = await run(['replay', 'run.json', '--out', '-'], { cwd: other.path });
    const { code, out } = await run(['replay', 'run.json', '--redact', '--out', '-'], { cwd: other.path });
    other.dispose();
    expect({ code, before: plain.out.includes('aB3aB3'), after: out.includes('aB3aB3') }).toEqual({
      code: 0,
      before: true,
      after: false,
    });
  });
});
