import { expect, test } from 'vitest';
import { asked, drawn, workspace } from '../drawnFeature';
import { highlightsAt } from './idQueries';

const index = 'specs/005/.workflow/index.md';
const artifactReturn = 'specs/005/.workflow/return.json';
const READ = 2;
const WRITE = 3;

test.each([
  [
    index,
    'C2.1 | G-0¦02',
    [
      [WRITE, '| Critical | «G-002» | CHK003 | FR-002 | Wha'],
      [READ, '| C2.1 | «G-002» | FR-002 | Another addr'],
    ],
  ],
  [
    index,
    'CHK-¦002',
    [
      [READ, 'Important | **G-001** | «CHK-002» | FR-003 | When? | reso'],
      [WRITE, '| «CHK002» | FR-003, FR-001 | Clar'],
    ],
  ],
  [
    artifactReturn,
    '"G-0¦02"',
    [
      [WRITE, '-----------|\\n| Minor | «G-002» | deferred | \\"later\\"\\'],
      [READ, '      "«G-002»": "deferred"'],
      [READ, '    "note": "\\"of\\\\n«G-002»\\\\tCHK003\\""'],
    ],
  ],
  [
    'specs/005/spec.md',
    'As US¦1',
    [
      [WRITE, '### «US-001»: invite by e-mail'],
      [READ, '- As «US1» first.'],
    ],
  ],
  [index, 'C2.1 |¦ G-002', []],
  ['docs/guide.md', 'or G-0¦02', []],
])('%s at %s', (path, at, expected) => {
  const found = highlightsAt(asked(path, at), workspace).map(({ range, kind }) => [
    kind,
    drawn({ uri: `file:///work/${path}`, range }).slice(path.length + 2),
  ]);
  expect(found).toEqual(expected);
});
