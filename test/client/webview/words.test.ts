import { expect, test } from 'vitest';
import { noRunsMessage } from '../../../client/src/replay/runTitles';

test.each([
  [{ reading: true, isInside: true }, 'as soon as they are found'],
  [{ reading: false, isInside: true }, 'Recognise This File as…'],
  [{ reading: false, isInside: false }, 'Add Folder to Workspace…'],
  [{ reading: true, isInside: false }, 'Add Folder to Workspace…'],
])('explains how to go on for a file without runs: %j', (facts, words) => {
  expect(noRunsMessage('logs/a.jsonl', facts)).toContain('logs/a.jsonl');
  expect(noRunsMessage('logs/a.jsonl', facts)).toContain(words);
});
