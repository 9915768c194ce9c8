import { expect, test } from 'vitest';
import { familiesWithSnippets } from '../../server/src/families/familiesWithSnippets';
import { warmUp } from '../../server/src/features/closedFileDiagnostics';

test('checks an example of each kind with rules, in steps', () => {
  const checked = new Set<string>();
  const families = familiesWithSnippets.map(family => ({
    ...family,
    rules: family.rules.map(rule => ({
      ...rule,
      check: (...args: Parameters<typeof rule.check>) => {
        checked.add(family.id);
        rule.check(...args);
      },
    })),
  }));
  expect([...warmUp(families)].length).toBeGreaterThan(families.length);
  const withRules = families.filter(({ id, rules }) => rules.length > 0 && id !== 'agent-envelopes');
  expect([...checked].sort()).toEqual(withRules.map(({ id }) => id).sort());
});
