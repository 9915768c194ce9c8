import { describe, expect, test } from 'vitest';
import { codeLens, lensSteps } from '../../../server/src/features/runs/codeLens';
import { analyseText } from '../../kit/analyseText';
import { indexFiles } from '../../kit/indexFiles';
import { lensesOf, message } from './lensesOf';

test('an envelope is named as a step of its run, and leads there', () => {
  const text = JSON.stringify(JSON.parse(message('wf_1', 'vision', 'build', 5)), undefined, 2);
  const files = { 'b.json': message('wf_1', 'audit', 'vision', 1) };
  expect(lensesOf('a.json', text, files)).toEqual(['1: step 2 of 2 in wf_1']);
  const index = indexFiles({ ...files, 'a.json': text });
  const [lens] = codeLens(analyseText('a.json', text), lensSteps(index, 'file:///work/a.json'));
  expect(lens?.command).toMatchObject({
    command: 'agentEnvelopes.showInRuns',
    arguments: [index.runs()[0]?.key, 1],
  });
});

test('beside each stands one that leads to the replay of the same step', () => {
  const text = [message('wf_1', 'vision', 'build', 1), message('wf_2', 'vision', 'build', 2)].join('\n');
  const index = indexFiles({ 'log.jsonl': text });
  const lenses = codeLens(analyseText('log.jsonl', text), lensSteps(index, 'file:///work/log.jsonl'));
  const of = (command: string) =>
    lenses
      .filter(lens => lens.command?.command === command)
      .map(({ range, command }) => [range.start.line, command?.arguments]);
  expect(of('agentEnvelopes.openReplay')).toHaveLength(2);
  expect(of('agentEnvelopes.openReplay')).toEqual(of('agentEnvelopes.showInRuns'));
  expect(lenses[1]?.command?.title).toBe('Replay');
});

test('problems are counted', () => {
  const text = message('wf_1', 'vision').replace('"to":"build"', '"to":4');
  expect(lensesOf('a.json', text)).toEqual(['1: step 1 of 1 in wf_1 · 1 problem']);
});

test('blocks of Markdown have one each', () => {
  const block = (run: string) =>
    `\`\`\`json\n${JSON.stringify(JSON.parse(message(run, 'vision')), undefined, 1)}\n\`\`\`\n`;
  // Their runs are told by files of envelopes alone: what a document shows is an example.
  expect(lensesOf('a.md', `# Examples\n\n${block('wf_1')}`)).toEqual([]);
});

test('of a log the first line of each run has one, and those with errors', () => {
  const lines = [
    message('wf_1', 'vision', 'build', 1),
    message('wf_1', 'build', 'fix', 2),
    '42',
    message('wf_2', 'vision', 'build', 3),
    message('wf_1', 'fix', 'review', 4).replace('"to":"review"', '"to":4'),
    message('wf_2', 'build', 'fix', 5),
  ];
  expect(lensesOf('log.jsonl', lines.join('\n'))).toEqual([
    '1: step 1 of 3 in wf_1',
    '4: step 1 of 2 in wf_2',
    '5: step 3 of 3 in wf_1 · 1 problem',
  ]);
});

test('of an array of envelopes in a line each too; of such over several lines all', () => {
  const list = [message('wf_1', 'vision', 'build', 1), message('wf_1', 'build', 'fix', 2)];
  expect(lensesOf('list.json', `[\n${list.join(',\n')}\n]`)).toEqual(['2: step 1 of 2 in wf_1']);
  const wide = JSON.stringify(
    list.map(one => JSON.parse(one)),
    undefined,
    1,
  );
  expect(lensesOf('list.json', wide).map(line => line.replace(/^\d+/, '_'))).toEqual([
    '_: step 1 of 2 in wf_1',
    '_: step 2 of 2 in wf_1',
  ]);
});

test('a trace has one for all of its spans', () => {
  const span = (spanId: string, parentSpanId?: string) => ({
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId,
    ...(parentSpanId && { parentSpanId }),
    name: `span ${spanId}`,
    startTimeUnixNano: '1544712660000000000',
    endTimeUnixNano: '1544712661000000000',
    attributes: [],
  });
  const spans = [span('eee19b7ec3c1b173'), span('eee19b7ec3c1b174', 'eee19b7ec3c1b173')];
  const trace = { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: {}, spans }] }] };
  expect(lensesOf('trace.json', JSON.stringify(trace, undefined, 1))).toEqual([
    '1: 2 steps in 5b8efff798038103d269b633813fc60c',
  ]);
});

describe('where there are too many', () => {
  test('only the first of each run has one', () => {
    const list = Array.from({ length: 300 }, (_, i) => JSON.parse(message(`wf_${i % 2}`, 'vision', 'build', i % 60)));
    expect(lensesOf('list.json', JSON.stringify(list, undefined, 1))).toHaveLength(2);
  });
});

test('where a line was put in and the index knows it not yet, nothing stands above what is no envelope', () => {
  const index = indexFiles({ 'log.jsonl': message('wf_1', 'vision') });
  const now = analyseText('log.jsonl', `\n${message('wf_1', 'vision')}`);
  expect(codeLens(now, lensSteps(index, 'file:///work/log.jsonl'))).toEqual([]);
});
