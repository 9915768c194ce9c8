import { expect, test } from 'vitest';
import { declarationsOf } from '../../server/src/features/symbols/idOccurrences';
import { possiblyDefinedIds } from '../../server/src/registry/registryIds';
import { analyseText, memoryFile } from '../kit/analyseText';

const TABLE = '| a | b |\n|---|---|\n';
const BEFORE = [
  ...[
    '',
    '- ',
    '1. ',
    '- [ ] ',
    '- [x] ',
    '1. [X] ',
    '- - ',
    '> ',
    '> - ',
    '# ',
    '  - ',
    '- x\n> ',
    '**',
    '- **',
    '- `',
  ],
  ...['(', '"', '~~', '• ', '\u00a0', 'See ', '    ', 'text\n', '```\n', '### Story ('],
  ...['| ', '| **', '| (', '| ~~', '| [', '| [ ] ', '| x | '].map(cell => TABLE + cell),
];
const BEHIND = [
  '',
  ': text',
  ' - text',
  ' text',
  '** text',
  '`',
  '~~ | text |',
  ') | text |',
  ' | text |',
  '\n---',
  '](x)',
];

test('an id that navigation finds is defined for the rules, too', () => {
  const analysis = analyseText('log.json', '{}');
  const texts = BEFORE.flatMap(before => BEHIND.map(behind => `${before}FR-001${behind}`));
  const found = texts.filter(
    text => declarationsOf('FR-001', 'requirement', { files: [memoryFile('spec.md', text)], analysis }).length > 0,
  );
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(text => !possiblyDefinedIds(text, 'requirement').includes('FR-001'))).toEqual([]);
});

test.each([
  ['a heading with several ids', '### Invite (FR-001, FR-002)', ['FR-001', 'FR-002']],
  ['a line within a paragraph', 'Both:\nFR-001 and FR-002', ['FR-001']],
  ['an id in strikethrough', `${TABLE}| ~~FR-001~~ | gone |`, ['FR-001']],
  ['a mention', 'See FR-001', []],
])('%s', (_, text, wanted) => {
  expect(possiblyDefinedIds(text, 'requirement')).toEqual(wanted);
});
