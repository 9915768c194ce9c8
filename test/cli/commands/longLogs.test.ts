import { expect, test } from 'vitest';
import { checkCommand } from '../../../server/src/cli/commands/check';
import { createChecker, createFixer } from '../../../server/src/features/fixes/checkAndFixFiles';
import { runsEverything } from '../../kit/amount';
import { exampleOf } from '../../kit/examples';
import { folder, run } from '../run';

const commands = [checkCommand({ createChecker, createFixer, pause: async () => false, version: '1.2.3' })];

const CASES: [count: number, said: string][] = [[100, '']];
if (runsEverything) CASES.push([20_001, 'more than the 20,000 envelopes']);

test.each(CASES)('of %i envelopes, which have one id, it is said whether they are compared', async (count, said) => {
  const line = JSON.stringify(exampleOf('agent-message/checkpoint-record'));
  const cwd = folder({ 'long.jsonl': `${line}\n`.repeat(count) });
  const { err } = await run(['check', 'long.jsonl'], { cwd, commands });
  expect(err).toContain(said);
  expect(err.includes('Split the log')).toBe(said !== '');
});

test('a log without a line of a known kind is told, where a reader of logs is declared', async () => {
  const relay = {
    id: 'relay',
    title: 'Relay',
    readOnly: true,
    kinds: { line: { signature: { proof: ['/relay'] }, steps: [{ title: '/text' }] } },
  };
  const cwd = folder({
    'relay.agent-protocol.json': JSON.stringify(relay),
    'none.jsonl': '{"rely":1}\n{"rely":2}\n',
    'some.jsonl': '{"relay":1,"text":"a"}\n{"rely":2}\n',
    'data.json': '{}',
  });
  const { code, err } = await run(['check', '.'], { cwd, commands });
  expect(code).toBe(0);
  expect(err.trimEnd().split('\n')).toEqual([
    'agent-envelopes: none.jsonl: no line is of a known kind; the readers that are declared here (relay) recognise none.',
  ]);
  expect((await run(['check', 'none.jsonl', '--quiet'], { cwd, commands })).err).toBe('');
  expect((await run(['check', '.'], { cwd: folder({ 'none.jsonl': '{"rely":1}' }), commands })).err).toBe('');
});
