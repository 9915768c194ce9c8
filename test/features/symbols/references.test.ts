import { describe, expect, test } from 'vitest';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { superlinearity } from '../../kit/timing';
import { asked, drawn, FILES, workspace } from '../drawnFeature';
import { referencesAt } from './idQueries';

const index = 'specs/005/.workflow/index.md';
const artifactReturn = 'specs/005/.workflow/return.json';
const log = 'specs/005/.workflow/log.jsonl';

function foundAt(path: string, at: string, includeDeclaration: boolean, around = workspace): string[] {
  const found = referencesAt(asked(path, at), includeDeclaration, around);
  return found.map(location => drawn(location)).sort();
}

const G_002 = [
  `${index}: | C2.1 | «G-002» | FR-002 | Another addr`,
  `${index}: | Critical | «G-002» | CHK003 | FR-002 | Wha`,
  `${log}: \\"gap\\":\\"\\\\nG-001\\"}"} «G-002»`,
  `${artifactReturn}: -----------|\\n| Minor | «G-002» | deferred | \\"later\\"\\`,
  `${artifactReturn}:       "«G-002»": "deferred"`,
  `${artifactReturn}:     "note": "\\"of\\\\n«G-002»\\\\tCHK003\\""`,
  'specs/005/notes.md: > {"notes": ["one\\n«G-002»", "x\\u00e9G-002", "CHK-',
].sort();

describe('every place of a gap in its feature, wherever it is asked', () => {
  test.each([
    [index, 'Critical | G¦-002'],
    [artifactReturn, '"G-00¦2"'],
    [artifactReturn, 'of\\\\n¦G-002'],
    [artifactReturn, 'Minor | G-0¦02'],
    [log, '} G-0¦02'],
    ['specs/005/notes.md', 'one\\nG-¦002'],
  ])('%s at %s', (path, at) => {
    expect(foundAt(path, at, true)).toEqual(G_002);
    expect(foundAt(path, at, false)).toEqual(G_002.filter(place => !place.includes('Critical')));
  });
});

test.each([
  [
    'in any spelling',
    'CHK-¦002',
    [
      `${index}: Important | **G-001** | «CHK-002» | FR-003 | When? | reso`,
      `${index}: | «CHK002» | FR-003, FR-001 | Clar`,
      `${log}: "type": "event", "at": "«CHK002», CHK-0020"}`,
      'specs/005/checklists/security.md: - [x] «CHK002» Is it said when? [Clari',
    ],
  ],
  [
    'stories too',
    'US-¦001',
    [
      `${index}: R-003 names the period («US-001»), see SPEC-007`,
      'specs/005/spec.md: ### «US-001»: invite by e-mail',
      'specs/005/spec.md: - As «US1» first.',
    ],
  ],
  [
    'checks in all features',
    'SPEC-¦007',
    [
      'check-modules/spec-checks.md: | «SPEC-007» | No details | Names no',
      `${index}: he period (US-001), see «SPEC-007»`,
      `${index}: he period (US-001), see «SPEC-007»`.replace('005', '006'),
    ],
  ],
])('%s', (_, at, places) => expect(foundAt(index, at, true)).toEqual(places.sort()));

test('nothing beside an id, nor outside of a feature', () => {
  expect(foundAt(index, 'C2.1 |¦ G-002', true)).toEqual([]);
  expect(foundAt('docs/guide.md', 'or G-0¦02', true)).toEqual([]);
});

test('a feature that is the whole workspace, and features in it', () => {
  const files = {
    'spec.md': '- **FR-001**: x',
    'docs/a.json': '{"a": "FR-001"}',
    'node_modules/b.md': 'FR-001',
    'specs/1/spec.md': '- **FR-001**: y',
    'note.txt': 'FR-001',
  };
  const found = referencesAt(asked('spec.md', 'FR-¦001', files), true, memoryWorkspace(files));
  expect(found.map(({ uri }) => uri).sort()).toEqual(['file:///work/docs/a.json', 'file:///work/spec.md']);
});

test('a document without a feature speaks for itself', () => {
  const files = { 'state.md': FILES[index] ?? '' };
  const found = referencesAt(asked('state.md', 'C2.1 | G-0¦02', files), false, memoryWorkspace(files));
  expect(found.map(location => drawn(location, files))).toEqual(['state.md: | C2.1 | «G-002» | FR-002 | Another addr']);
});

test('costs time in step with the text', () => {
  const find = (size: number) => {
    const text = `- **FR-001**: ${'\\'.repeat(20 * size)}n ${'G-001 '.repeat(size)}FR-001`;
    const files = { 'spec.md': text };
    return referencesAt(asked('spec.md', '**FR-¦001', files), true, memoryWorkspace(files));
  };
  expect(find(5000)).toHaveLength(2);
  expect(superlinearity(find, 5000)).toBeLessThan(3);
});
