import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { projectRoot } from '../kit/corpus';

// Counts are made from the files, without the readers.

interface Written {
  id: string;
  parent_id?: string | null;
  parent_run_id?: string;
  span_data?: { type: string; usage?: { input_tokens: number; output_tokens: number } };
  run_type?: string;
  type?: string;
  body?: Written;
}

function read(name: string) {
  const text = readFileSync(join(projectRoot, 'test/families/exports', name), 'utf8');
  const replay = replayOf({ [name]: text });
  const steps = Array.from({ length: replay.run.summary.steps }, (_, index) => replay.run.step(index));
  const effects = steps.flatMap(step => step.effects);
  const count = (what: string) => effects.filter(effect => effect.do === what).length;
  const tokens = effects.reduce((sum, effect) => sum + ((effect.do === 'usage' && effect.tokens) || 0), 0);
  return { text, replay, steps, count, tokens };
}

function parentKeys(steps: readonly Step[]): Map<string | undefined, string | undefined> {
  return new Map(steps.map(({ key, parent }) => [key, parent === undefined ? undefined : steps[parent]?.key]));
}

test('a trace of the OpenAI Agents SDK', () => {
  const { text, replay, steps, count, tokens } = read('openai-agents.jsonl');
  const [trace, ...spans] = text
    .trim()
    .split('\n')
    .map((line): Written => JSON.parse(line));
  expect(replay.run.summary).toMatchObject({ id: trace?.id, title: 'Find a train', status: 'succeeded' });
  expect(steps).toHaveLength(1 + spans.length);
  const parents = parentKeys(steps);
  for (const { id, parent_id } of spans) expect(parents.get(id), id).toBe(parent_id ?? trace?.id);
  const typed = (type: string) => spans.filter(({ span_data }) => span_data?.type === type);
  expect([count('call'), count('result'), count('handoff')]).toEqual([
    typed('function').length,
    typed('function').length,
    typed('handoff').length,
  ]);
  const usage = typed('generation').map(({ span_data }) => span_data?.usage);
  expect(tokens).toBe(usage.reduce((sum, one) => sum + (one?.input_tokens ?? 0) + (one?.output_tokens ?? 0), 0));
  expect(steps.filter(({ model }) => model === 'fake-model')).toHaveLength(usage.length);
  expect(replay.run.summary.agents).toEqual(['planner', 'booker']);
  const said = steps.filter(({ model }) => model).map(({ index }) => exchangeOfStep(replay, { step: index }).rows);
  expect(said.map(rows => rows.map(({ role }) => role))).toEqual([
    ['user', 'assistant'],
    ['user', 'assistant', 'assistant'],
    ['user', 'assistant', 'assistant', 'assistant'],
  ]);
  expect(said.at(-1)?.at(-1)).toMatchObject({ pieces: [{ text: 'Booked the 10:15.' }] });
});

test('a body that is posted to LangSmith', () => {
  const { text, replay, steps, count, tokens } = read('langsmith.json');
  const { post, patch }: Record<'post' | 'patch', Written[]> = JSON.parse(text);
  expect([post.length, patch?.length ?? 0, steps.length]).toEqual([4, 0, 4]);
  expect(replay.run.summary).toMatchObject({ title: 'travel agent', status: 'succeeded', agents: ['travel agent'] });
  const parents = parentKeys(steps);
  for (const { id, parent_run_id } of post) expect(parents.get(id), id).toBe(parent_run_id);
  expect([count('call'), count('result'), tokens]).toEqual([2, 2, 16]);
  expect(steps.map(({ kind }) => kind.split(':')[1])).toEqual(post.map(({ run_type }) => run_type));
  expect(steps.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'failed', 'ok']);
  expect(steps[3]).toMatchObject({ model: 'fake-model' });
  expect(exchangeOfStep(replay, { step: 1 }).rows.map(({ pieces }) => pieces)).toMatchObject([
    [{ is: 'call', name: 'look', result: { text: '10:15' } }],
  ]);
  expect(exchangeOfStep(replay, { step: 3 }).rows.map(({ role, pieces }) => [role, pieces])).toMatchObject([
    ['user', [{ text: 'A train before noon?' }]],
    ['assistant', [{ text: 'The 10:15.' }]],
  ]);
});

describe('a body that is posted to Langfuse', () => {
  const { text, replay, steps, count, tokens } = read('langfuse.json');
  const { batch }: { batch: Written[] } = JSON.parse(text);

  test('has each observation once', () => {
    const created = batch.filter(({ type }) => /^(span|generation|event)-create$/.test(type ?? ''));
    expect(batch.filter(({ type }) => type?.endsWith('-update'))).toHaveLength(3);
    expect(new Set(steps.map(({ key }) => key))).toEqual(new Set(created.map(({ body }) => body?.id)));
    expect(steps).toHaveLength(created.length);
    expect(replay.run.summary).toMatchObject({ title: 'A train before noon?', status: 'succeeded' });
    expect([count('usage'), tokens]).toEqual([1, 16]);
    expect(steps.filter(({ outcome }) => outcome === 'failed')).toMatchObject([{ title: 'pay', failure: 'no card' }]);
    expect(steps.filter(({ parent }) => parent === undefined)).toMatchObject([{ title: 'planner' }]);
  });

  test('has what its model said', () => {
    const asked = steps.find(({ model }) => model === 'fake-model')?.index as number;
    const { rows, call } = exchangeOfStep(replay, { step: asked });
    expect(call).toMatchObject({ parameters: { temperature: 0 }, tokens: { input: 12, output: 4, total: 16 } });
    expect(rows.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });
});
