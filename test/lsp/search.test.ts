import { appendFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FoundText, SaidAnswer } from '../../server/src/shared/lspExtensions';
import { log, message, type RunsClient, startRunsServer } from '../kit/runsClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const said = (number: number, output: string, run = `wf_${number % 5}`) =>
  JSON.stringify({ ...JSON.parse(message(number, { run })), payload: { ...PAYLOAD, output: { notes: output } } });
const PAYLOAD = { input: 'x', confidence: 0.95, needsReview: false };
const many = Array.from({ length: 3000 }, (_, at) => said(at, at % 1000 === 7 ? 'A lonely Needle' : `Hay ${at}`));
const escapes = 'Ein \u001b[2J\u202e"Größe"\n\t東京 $(icon) [link](command:x) \ud83d\ude80';
const folder = temporaryFolder({
  'logs/many.jsonl': log(...many),
  'logs/other.jsonl': log(said(5000, escapes, 'wf_other')),
  'logs/huge.jsonl': log(said(6000, `${'lorem ipsum '.repeat(200_000)} haystack-end`, 'wf_huge')),
  'logs/broken.jsonl': `{"id": broken\n${said(7000, 'after the break', 'wf_broken')}\n\xff\xfe{\n`,
});
let server: RunsClient;

beforeAll(async () => {
  server = await startRunsServer([folder.uri]);
  await server.read();
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(server.errors).toEqual([]);
  folder.dispose();
});

async function search(words: string, more: object = {}) {
  const matches: FoundText[] = [];
  for (let cursor: string | undefined; ; ) {
    const params = { words, limit: 100, ...more, ...(cursor !== undefined && { cursor }) };
    const answer = await server.ask<SaidAnswer>('agentEnvelopes/runs/said', params);
    matches.push(...answer.matches);
    if (answer.next === undefined) return { matches, total: answer.total, fault: answer.fault };
    cursor = answer.next;
  }
}

describe('a search', () => {
  test('finds each step, wherever it is', async () => {
    const { matches, total } = await search('lonely needle');
    expect(total).toBe(3);
    expect(matches.map(({ step, place }) => [step, place?.range.start.line])).toEqual([
      ['msg_2007', 2007],
      ['msg_1007', 1007],
      ['msg_7', 7],
    ]);
    expect((await search('"hay"')).total).toBe(2997);
    expect((await search('"hay"', { limit: 7 })).total).toBe(2997);
    expect((await search('"hay"', { filter: 'id:wf_3' })).total).toBe(600);
    expect((await search('haystack')).total).toBe(1);
    expect((await search('break')).matches.map(({ run }) => run)).toEqual(['wf_broken']);
    expect((await search('nowhere')).total).toBe(0);
  });

  test('shows a text as one line, without what controls a terminal or the direction of text', async () => {
    const [match] = (await search('größe')).matches;
    expect(match?.text).toBe('Ein [2J "Größe" 東京 $(icon) [link](command:x) 🚀');
    const [[start, end] = [0, 0]] = match?.marks ?? [];
    expect(match?.text.slice(start, end)).toBe('Größe');
    expect((await search('lorem')).matches[0]?.text.length).toBeLessThanOrEqual(160);
  });

  test('says what is wrong', async () => {
    expect((await search('x status:nonsense')).fault).toContain('nonsense');
    await expect(server.ask('agentEnvelopes/runs/said', { words: 7, limit: 1 })).rejects.toThrow(
      '"words" must be a string',
    );
    await expect(server.ask('agentEnvelopes/runs/said', { words: 'x', limit: -1 })).rejects.toThrow('"limit"');
  });
});

test('the filter of the tree finds runs by what was said in them', async () => {
  const found = await server.until(
    async () => (await server.roots({ filter: 'needle' })).map(({ copies }) => copies),
    runs => runs.length === 1,
  );
  expect(found).toEqual(['wf_2']);
});

test('a log that grows and an open file are searched as they are', async () => {
  const { path, uri } = { path: folder.pathOf('logs/many.jsonl'), uri: folder.uriOf('logs/many.jsonl') };
  appendFileSync(path, log(said(9001, 'A second Needle')));
  await server.touched(uri);
  await server.until(
    () => search('second needle'),
    ({ total }) => total === 1,
  );
  const other = folder.uriOf('logs/other.jsonl');
  await server.open(other, log(said(5000, 'As the editor holds it', 'wf_other')));
  await server.until(
    () => search('"editor holds"'),
    ({ total }) => total === 1,
  );
  writeFileSync(path, log(said(1, 'All is new')));
  await server.touched(uri);
  const { matches } = await server.until(
    () => search('all is new'),
    ({ total }) => total === 1,
  );
  expect(matches[0]?.place?.uri).toBe(uri);
  expect((await search('needle')).total).toBe(0);
});
