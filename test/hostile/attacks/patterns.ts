import { eighth, everyFourth } from '../../kit/amount';
import type { FolderAttack } from '../folderAttack';

// On these a matcher that goes back and tries again does not end.
const STARS = [
  '*a'.repeat(16),
  '*a*'.repeat(30),
  '**/a'.repeat(30),
  '*[a-b]'.repeat(30),
  '?*'.repeat(60),
  'a*'.repeat(120),
];
const NAMES = eighth(500);
const PATTERNS = eighth(130_000);
const NAME = 'a'.repeat(200);
const DEEP = 'a/'.repeat(60);

function plantNames(folder: Parameters<FolderAttack['plant']>[0]): void {
  for (const name of [NAME, `${NAME}b`, `${'ab'.repeat(100)}`, DEEP + NAME]) folder.write(`${name}.json`, '{}');
}

/** Patterns that a name does not fit, only just, in each file that holds patterns. */
export const patternAttacks: FolderAttack[] = [
  ...everyFourth(
    STARS.flatMap(stars =>
      ['.gitignore', '.git/info/exclude', 'a/.gitignore'].map(file => ({
        name: `${file} holds ${stars.slice(0, 9)}…`,
        plant(folder: Parameters<FolderAttack['plant']>[0]) {
          plantNames(folder);
          folder.write(file, `${stars}b.json\n!${stars}c.json\n${stars}/d/\n`);
        },
      })),
    ),
  ),
  {
    name: 'the settings hold globs of stars and groups',
    isAlone: true,
    plant(folder) {
      plantNames(folder);
      const globs = [
        ...STARS.map(stars => `${stars}c`),
        '+(a|a?)+(a|a?)b',
        '*(*(a))b',
        '!(!(!(a)))',
        '{a,b}'.repeat(60),
        '{{{{a,'.repeat(90),
      ];
      const associations = Object.fromEntries(globs.map(glob => [glob, 'agent-message/message']));
      folder.write('.agent-envelopes.json', JSON.stringify({ exclude: globs, associations }));
    },
  },
  {
    name: `.gitignore of ${PATTERNS} patterns`,
    plant(folder) {
      plantNames(folder);
      folder.write('.gitignore', 'q\n'.repeat(PATTERNS));
    },
  },
  {
    name: `.gitignore of 1,000 patterns of 250 characters, and ${NAMES} names`,
    plant(folder) {
      folder.write('.gitignore', `${'*aaaaaaaaaaaaaab'.repeat(15)}\n`.repeat(1000));
      for (let at = 0; at < NAMES; at++) folder.write(`${NAME}${at}.json`, '{}');
    },
  },
  {
    name: '.gitignore of one line of blanks and of brackets',
    plant(folder) {
      folder.write('.gitignore', `${' '.repeat(60_000)}x\n${'['.repeat(60_000)}\n${'[[:'.repeat(20_000)}\n`);
    },
  },
];
