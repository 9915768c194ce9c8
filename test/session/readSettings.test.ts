import { describe, expect, test } from 'vitest';
import { maxProblemsFault, readSettings } from '../../server/src/session/readSettings';

describe('the number of problems that are listed', () => {
  test.each([1, 20, 1e6])('is %j as set', maxProblems => {
    expect(readSettings({ maxProblems }).maxProblems).toBe(maxProblems);
    expect(maxProblemsFault({ maxProblems })).toBeUndefined();
  });

  test.each([0, -5, 1.5, '20', true, [], {}])('is the default for %j, with a message', maxProblems => {
    expect(readSettings({ maxProblems }).maxProblems).toBe(1000);
    const shown = JSON.stringify(maxProblems);
    expect(maxProblemsFault({ maxProblems })).toBe(
      `agentEnvelopes.maxProblems: ${shown} is not a whole number from 1 up; 1,000 is used.`,
    );
  });

  test.each([{}, { maxProblems: null }, null, 'text'])('is the default where %j sets none', given => {
    expect(readSettings(given).maxProblems).toBe(1000);
    expect(maxProblemsFault(given)).toBeUndefined();
  });

  test('is quoted briefly', () => {
    expect(maxProblemsFault({ maxProblems: 'x'.repeat(500) })?.length).toBeLessThan(150);
  });
});
