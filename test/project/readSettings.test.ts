import { describe, expect, test } from 'vitest';
import { SETTING_ROWS } from '../../schemas/settings';
import { DEFAULT_SETTINGS, maxProblemsFault, readSettings } from '../../server/src/project/readSettings';

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

describe('each setting', () => {
  const read = Object.entries(SETTING_ROWS).filter(([, { scope }]) => scope === 'resource');

  test.each(read)('%s is read, and is its default where it has the wrong type', (name, row) => {
    const [first = '', member] = name.split('.');
    const given = (value: unknown) => ({ [first]: member === undefined ? value : { [member]: value } });
    expect(readSettings(given(null))).toEqual(DEFAULT_SETTINGS);
    expect(DEFAULT_SETTINGS).toMatchObject(given(row.default));
    const other = otherValue(row);
    expect(readSettings(given(other))).toMatchObject(given(other));
  });

  test('of entries or items leaves out the wrong ones', () => {
    const given = {
      agents: ['a', 7],
      rules: { a: 'off', b: 'loud', c: 1 },
      prices: {
        free: { input: 0, output: 0 },
        cached: { input: 1, output: 2, cached: 0.5 },
        negative: { input: -1, output: 2 },
        half: { input: 1 },
        text: { input: '1', output: 2 },
        none: null,
      },
    };
    expect(readSettings(given)).toMatchObject({
      agents: ['a'],
      rules: { a: 'off' },
      prices: { free: { input: 0, output: 0 }, cached: { input: 1, output: 2, cached: 0.5 } },
    });
    expect(Object.keys(readSettings(given).prices)).toEqual(['free', 'cached']);
  });

  test('keeps the folders that are always excluded', () => {
    expect(readSettings({ exclude: ['archive', '**/.git'] }).exclude).toEqual([
      '**/node_modules',
      '**/.git',
      'archive',
    ]);
  });
});

/** A valid value, if possible another one than the default. */
function otherValue(row: (typeof SETTING_ROWS)[keyof typeof SETTING_ROWS]): unknown {
  if (row.default === true) return false;
  if (typeof row.default === 'number') return row.default + 1;
  if ('keepsDefault' in row) return [...row.default, ...row.projectFile.example];
  return 'projectFile' in row ? row.projectFile.example : row.default;
}
