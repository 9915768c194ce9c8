import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idAt, idOccurrences, symbolsAt } from '../../../server/src/features/symbols/idOccurrences';
import { memoryFile } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { type Asked, asked, FILES, workspace } from '../drawnFeature';
import { renameAt } from './idQueries';

const index = 'specs/005/.workflow/index.md';

type Files = Readonly<Record<string, string>>;

function renamed(asked: Asked, to: string, files: Files): Files {
  const result = renameAt(asked, to, memoryWorkspace(files));
  if ('refused' in result) throw new Error(String(result.refused));
  const changed = Object.entries(result.changes ?? {}).map(([uri, edits]) => {
    const path = decodeURIComponent(uri).replace('file:///work/', '');
    return [path, applyEdits(files[path] ?? '', edits)];
  });
  return { ...files, ...Object.fromEntries(changed) };
}

/** The lines that differ, as they are after it. */
function changesIn(before: Files, after: Files): string[] {
  return Object.keys(before).flatMap(path => {
    const old = (before[path] ?? '').split('\n');
    return (after[path] ?? '').split('\n').flatMap((line, at) => (line === old[at] ? [] : [`${path}: ${line}`]));
  });
}

test('in every file of the feature and in no other', () => {
  const after = renamed(asked(index, 'C2.1 | G-0¦02'), 'G-SPEC-007', FILES);
  expect(changesIn(FILES, after)).toHaveLength(7);
  for (const [path, text] of Object.entries(FILES)) {
    const isOfFeature = path.startsWith('specs/005/');
    // Not where a letter stands before it.
    const expected = isOfFeature ? text.replace(/(?<!u00e9)G-002/g, 'G-SPEC-007') : text;
    expect(after[path]).toBe(expected);
  }
});

describe('each place keeps its spelling', () => {
  test.each([
    [index, 'CHK-¦002', 'CHK044', ['CHK-044', 'CHK044', 'CHK044', 'CHK044']],
    [index, 'CHK-¦002', 'CHK-044', ['CHK-044', 'CHK044', 'CHK044', 'CHK044']],
    [index, 'US-¦001', 'US12', ['US-012', 'US-012', 'US12']],
    ['specs/005/spec.md', 'As US¦1', ' US-012 ', ['US-012', 'US-012', 'US12']],
    [index, 'SPEC-¦007', 'TC-100', ['TC-100', 'TC-100', 'TC-100']],
    [index, 'for: C2¦.1', 'Q-S3', ['Q-S3', 'Q-S3', 'Q-S3']],
  ])('%s at %s to %s', (path, at, to, places) => {
    const changed = changesIn(FILES, renamed(asked(path, at), to, FILES)).join('\n');
    expect([...changed.matchAll(/CHK-?044|US-?0?12|TC-100|Q-S3/g)].map(([id]) => id).sort()).toEqual(places.sort());
  });
});

test('a story whose number needs fewer digits', () => {
  const files = { 'f/spec.md': 'US-100, US100, US-1' };
  expect(renamed(asked('f/spec.md', 'US¦-100', files), 'US2', files)).toEqual({ 'f/spec.md': 'US-002, US2, US-1' });
  const short = { 'f/spec.md': 'US-07, US07, US7' };
  expect(renamed(asked('f/spec.md', 'US¦-07', short), 'US2', short)).toEqual({ 'f/spec.md': 'US-02, US02, US2' });
});

describe('says why not', () => {
  test.each([
    ['C2.1 | G-0¦02', 'FR-009', '`FR-009` is not an id of a gap, such as `G-001`.'],
    ['C2.1 | G-0¦02', 'G-1 2', '`G-1 2` is not an id of a gap, such as `G-001`.'],
    ['C2.1 | G-0¦02', '', '`` is not an id of a gap, such as `G-001`.'],
    ['for: C2¦.1', 'C2', '`C2` is not an id of a question, such as `Q-S1` or `C2.1`.'],
    ['- FR-0¦03', 'FR003', '`FR003` is not an id of a requirement, such as `FR-001`.'],
    ['CHK-¦002', 'CHK002', '`CHK002` is `CHK-002` already.'],
    ['US-¦001', 'US1', '`US1` is `US-001` already.'],
    ['C2.1 | G-0¦02', 'G-001', '`G-001` is already used in `index.md`.'],
    ['C2.1 | G-0¦02', 'G-044', '`G-044` is already used in `return.json`.'],
    ['CHK-¦002', 'CHK-003', '`CHK-003` is already used in `index.md`.'],
  ])('%s to %j', (at, to, refused) => {
    expect(renameAt(asked(index, at), to, workspace)).toEqual({ refused });
  });

  test.each(['G-001–G-003', 'G-002-G-003', 'G-001..G-002'])('an id in the range %s', range => {
    const result = renameAt(
      asked(index, 'C2.1 | G-0¦02'),
      'G-009',
      memoryWorkspace({ ...FILES, 'specs/005/a.md': range }),
    );
    expect(result).toEqual({
      refused: '`G-002` is in a range of ids, such as `G-001–G-003`, which would no longer name it.',
    });
  });

  test('files that can not all be looked through', () => {
    const many = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`specs/005/many/${i}.md`, 'G-002']));
    const result = renameAt(asked(index, 'C2.1 | G-0¦02'), 'G-009', memoryWorkspace({ ...FILES, ...many }));
    expect(result).toEqual({ refused: '`G-002` may stand in more files than can be looked through.' });
  });
});

test('what is renamed is the id, not the word that the editor sees', () => {
  const { analysis, position } = asked(index, '| **G-00¦1');
  const [{ name, range } = {}] = symbolsAt(analysis, position, workspace);
  expect(name?.text).toBe('G-001');
  expect(range && range.end.character - range.start.character).toBe(5);
  const beside = asked(index, 'C2.1 |¦ G-002');
  expect(symbolsAt(beside.analysis, beside.position, workspace)).toEqual([]);
});

const FRESH = {
  gap: 'G-777',
  question: 'C9.9',
  requirement: 'FR-777',
  checklist: 'CHK-777',
  check: 'MC-777',
  task: 'T777',
  story: 'US-007',
};

test('there and back restores every byte', () => {
  const pieces = fc.constantFrom(
    ...[
      'G-001',
      'GAP-T1-001',
      'C2.1',
      'Q-S1',
      'FR-001',
      'CHK015',
      'CHK-015',
      'US1',
      'US-001',
      'US-010',
      'T001',
      'SPEC-001',
    ],
    ...[
      ' ',
      ' | ',
      '\n',
      '\r\n',
      '"',
      '\\"',
      '\\n',
      '\\\\n',
      '\\',
      '\\u00e9',
      '\\u0020',
      '**',
      '`',
      '- [ ] ',
      ': ',
      ',',
      '.',
    ],
    ...[
      'é',
      '漢',
      '😀',
      '\n## Gap Priority Queue\n',
      '\n```json\n',
      '| ID |\n|---|\n| ',
      '{"a": "',
      '"}',
      'x',
      '-',
      '_',
      '1',
    ],
  );
  const text = fc.array(pieces, { maxLength: 30 }).map(all => all.join(''));
  const files = fc.record({ 'f/spec.md': text, 'f/a.json': text, 'f/l.jsonl': text, 'f/check-modules/c.md': text });
  let count = 0;
  fc.assert(
    fc.property(files, fc.nat(), (before, choice) => {
      const [path, lines] = ['f/spec.md', (before['f/spec.md'] ?? '').split(/\r\n|\n/)] as const;
      const places = lines.flatMap((line, at) => [...line.matchAll(/\d/g)].map(({ index }) => [at, index] as const));
      const [line = 0, character = 0] = places[choice % (places.length || 1)] ?? [];
      const here = (now: Files): Asked => ({
        analysis: { file: memoryFile(path, now[path] ?? ''), parts: [], facts: { agents: [], intents: [] } },
        position: { line, character },
      });
      const place = idAt(here(before).analysis.file, { line, character });
      if (!place) return;
      count++;
      const to = FRESH[place.kind];
      const there = renamed(here(before), to, before);
      expect(there).not.toEqual(before);
      // Ids before it on its line may have grown.
      const nth = idOccurrences(place.id, here(before).analysis.file).findIndex(({ range }) =>
        isDeepStrictEqual(range, place.range),
      );
      const position = idOccurrences(to, here(there).analysis.file)[nth]?.range.start ?? { line, character };
      expect(renamed({ ...here(there), position }, place.id, there)).toEqual(before);
    }),
    { numRuns: 200 },
  );
  expect(count).toBeGreaterThan(20);
});
