import { expect, test } from 'vitest';
import { runAsText } from '../../../server/src/features/runs/runAsText';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { indexOf } from '../../runs/index/indexOf';

test('a run as a text', () => {
  const index = indexOf(fileRecordOf('a.json', [{ title: 'one', run: 'wf_1', agent: 'vision' }]));
  const run = index.runs()[0]?.key ?? '';
  const places = { rangeOf: () => undefined, fileOf: (uri: string) => uri.slice('file:///work/'.length) };
  const json = runAsText(index, { run, format: 'json' }, places);
  expect(JSON.parse(json ?? '')).toMatchObject({
    id: 'wf_1',
    files: ['a.json'],
    steps: [{ title: 'one', agent: 'vision' }],
  });
  expect(json).toMatch(/\}\n$/);
  expect(runAsText(index, { run, format: 'mermaid' }, places)).toMatch(/^sequenceDiagram\n/);
  expect(runAsText(index, { run: 'gone', format: 'json' }, places)).toBeUndefined();
});
