import fc from 'fast-check';
import { expect, test } from 'vitest';
import { URI } from 'vscode-uri';
import { parseStepLink, stepLink } from '../../../client/src/replay/replayUris';

test('a parsed link gives its step, whatever the id of the run', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), fc.nat(), (run, step) => {
      const opened = opensAs(stepLink('vscode', 'agent-envelopes.agent-envelopes', { run, step }));
      expect(opened.authority).toBe('agent-envelopes.agent-envelopes');
      expect(parseStepLink(opened)).toEqual({ run, step });
    }),
  );
});

test.each(['file:///c%3A/My%20work/log.jsonl#wf', 'wf_1+2&step=9', '100%25'])('a link to %s opens its step', run => {
  expect(parseStepLink(opensAs(stepLink('vscode', 'a.b', { run, step: 4 })))).toEqual({ run, step: 4 });
});

/** A link as VS Code hands it to an extension: its query is decoded. */
function opensAs(link: string): URI {
  return URI.revive(URI.parse(link).toJSON());
}

test('links count steps from 1; the default is the first', () => {
  expect(opensAs(stepLink('vscode', 'a.b', { run: 'wf_1', step: 4 })).query).toBe('run=wf_1&step=5');
  // Copied by an earlier version.
  expect(parseStepLink(opensAs('vscode://a.b/replay?run=file%3A%2F%2F%2Fwork%23wf+1&step=5'))).toEqual({
    run: 'file:///work#wf 1',
    step: 4,
  });
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
