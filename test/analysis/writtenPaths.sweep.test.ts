import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChecker } from '../../server/src/features/fixes/checkAndFixFiles';
import { decodeUri } from '../../server/src/text/decodeUri';
import { sixteenth } from '../kit/amount';
import { kindById, testContext } from '../kit/testContext';

const files = { 'README.md': 'A', 'docs/a.md': 'A', link: '-> /etc', 'docs/up': '-> ..', '.git/config': 'A' };
const context = { ...testContext({ files }), demanded: kindById('agent-protocol/output') };
const check = createChecker({ contextOf: () => context });

const PIECES = [
  ...[
    '/',
    '\\',
    '..',
    '.',
    '~',
    ':',
    '%2e',
    '%2F',
    '%',
    '$',
    '{',
    '(',
    ' ',
    '-',
    'C:',
    '//',
    '../',
    './/',
    '*',
    '?',
    '|',
  ],
  ...['\u202e', '\u200b', '\u00a0', '．', '／', '\0', '\n', 'e\u0301', 'ı', 'K', 'ſ'],
  ...[
    '.git',
    '.GIT',
    'git~1',
    '.vscode',
    '.ssh',
    'link',
    'docs',
    'up',
    'README.md',
    'readme.md',
    'a',
    'b.md',
    'con',
    'NUL',
  ],
  ...['hooks', 'x', '.github', 'workflows', 'new', '.husky', 'file:', 'root'],
];

const path = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 7 }).map(pieces => pieces.join(''));

test('whatever a path is made of, one that goes through stays in the folder, whoever reads it', () => {
  let through = 0;
  fc.assert(
    fc.property(path, given => {
      const artifacts = [{ path: given, operation: 'create', content: 'A' }];
      const text = JSON.stringify({ success: true, summary: 'x', artifacts, recommendation: 'proceed' });
      const { problems } = check({ uri: 'file:///work/output.json', path: 'output.json', text });
      if (problems.some(({ severity }) => severity === 'error')) return;
      through++;
      for (const read of [
        given,
        decodeUri(given),
        given.normalize('NFKC'),
        given.trim(),
        given.replace(/\p{C}/gu, ''),
      ]) {
        expect(
          posix.isAbsolute(read) || win32.isAbsolute(read) || /^~[^/\\]*([/\\]|$)|^[a-z]:/i.test(read),
          given,
        ).toBe(false);
        for (const normal of [posix.normalize(read), win32.normalize(read)]) {
          const steps = normal.split(/[/\\]/).map(step => step.replace(/[. ]+$/, '') || step);
          expect(steps[0], given).not.toBe('..');
          for (const step of steps)
            expect(step.toLowerCase(), given).not.toMatch(/^(\.git|git~1|\.vscode|\.ssh|\.husky|con|nul)$/);
          expect(steps[0]?.toLowerCase(), given).not.toBe('link');
          expect(steps.join('/').toLowerCase(), given).not.toMatch(/^docs\/up(\/|$)|\.github\/workflows(\/|$)/);
          if (steps.join('/').toLowerCase() === 'readme.md') expect(posix.normalize(given), given).toBe('README.md');
        }
      }
    }),
    { numRuns: sixteenth(3000), seed: 7 },
  );
  expect(through).toBeGreaterThan(sixteenth(200));
});
