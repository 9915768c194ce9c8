import { expect, test } from 'vitest';
import { commandTitle } from '../../../client/src/messages/failureReporter';

test.each<[string, string | { value: string; original: string }, string]>([
  ['in English', 'Export Run…', 'Export Run'],
  ['in another language', { value: 'Lauf exportieren…', original: 'Export Run…' }, 'Lauf exportieren'],
])('names a command as VS Code shows it: %s', (_, title, named) => {
  expect(commandTitle([{ command: 'agentEnvelopes.runs.export', title }], 'agentEnvelopes.runs.export')).toBe(named);
});

test('names a command without a title', () => {
  expect(commandTitle([], 'agentEnvelopes.try')).toBe('The command');
});
