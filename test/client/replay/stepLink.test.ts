import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStepLink, stepLink } from '../../../client/src/replay/replayUris';

test('a parsed link gives its step, whatever the id of the run', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), fc.nat(), (run, step) => {
      const { pathname, search, host } = new URL(stepLink('vscode', 'agent-envelopes.agent-envelopes', { run, step }));
      expect(host).toBe('agent-envelopes.agent-envelopes');
      expect(parseStepLink({ path: pathname, query: search.slice(1) })).toEqual({ run, step });
    }),
  );
});

test('links count steps from 1; the default is the first', () => {
  expect(stepLink('vscode', 'a.b', { run: 'wf_1', step: 4 })).toBe('vscode://a.b/replay?run=wf_1&step=5');
  expect(parseStepLink({ path: '/replay', query: 'run=wf_1' })).toEqual({ run: 'wf_1', step: 0 });
});

test.each<[string, string, string]>([
  ['another path', '/open', 'run=r&step=1'],
  ['no run', '/replay', 'step=1'],
  ['an empty run', '/replay', 'run=&step=1'],
  ['not a number', '/replay', 'run=r&step=x'],
  ['a step before the first', '/replay', 'run=r&step=0'],
  ['a fraction', '/replay', 'run=r&step=1.5'],
  ['a very long query', '/replay', `run=${'r'.repeat(5000)}`],
])('%s is not a step link', (_, path, query) => {
  expect(parseStepLink({ path, query })).toBeUndefined();
});
