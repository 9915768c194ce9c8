import { expect, test } from 'vitest';
import { checkCommand } from '../../../server/src/cli/commands/check';
import { createChecker, createFixer } from '../../../server/src/features/fixes/fileReport';
import { exampleOf } from '../../kit/examples';
import { folder, run } from '../run';

const commands = [checkCommand({ createChecker, createFixer, pause: async () => false, version: '1.2.3' })];

test.each([
  [20_001, 'more than the 20,000 envelopes'],
  [100, ''],
])('of %i envelopes, which have one id, it is said whether they are compared', async (count, said) => {
  const line = JSON.stringify(exampleOf('agent-message/checkpoint-record'));
  const cwd = folder({ 'long.jsonl': `${line}\n`.repeat(count) });
  const { err } = await run(['check', 'long.jsonl'], { cwd, commands });
  expect(err).toContain(said);
  expect(err.includes('Split the log')).toBe(said !== '');
});
