import { describe, expect, test, vi } from 'vitest';
import { idAt, idSummary } from '../../../server/src/features/symbols/idOccurrences';
import type { Workspace } from '../../../server/src/model/disk';
import { textFile } from '../../../server/src/text/lines';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { type Asked, asked, drawn, FILES, workspace } from '../drawnFeature';
import { definitionAt } from './idQueries';

const index = 'specs/005/.workflow/index.md';
const artifactReturn = 'specs/005/.workflow/return.json';
const spec = 'specs/005/spec.md';

function definedAt(asked: Asked, around = workspace): string[] {
  return definitionAt(asked, around).map(location => drawn(location));
}

const G_002 = `${index}: | Critical | «G-002» | CHK003 | FR-002 | Wha`;
const SPEC_007 = 'check-modules/spec-checks.md: | «SPEC-007» | No details | Names no';
const FR_001 = `${spec}: - **«FR-001»**: The owner invites.`;
const STORY = `${spec}: ### «US-001»: invite by e-mail`;
const CHK_002 = 'specs/005/checklists/security.md: - [x] «CHK002» Is it said when? [Clari';

describe('an id leads to what defines it', () => {
  test.each([
    ['the row itself', index, 'Critical | G¦-002', G_002],
    ['at its start', index, '| C2.1 | ¦G-002', G_002],
    ['at its end', index, '| C2.1 | G-002¦', G_002],
    ['in emphasis', index, '| **G-00¦1', `${index}: | Important | **«G-001»** | CHK-002 | FR-003 | `],
    ['of another queue', index, 'G-RES¦-001', `${index}: | Minor | «G-RES-001» | RES-001 | 1 | researc`],
    ['a question, from a bullet', index, 'for: C¦2.1', `${index}: | «C2.1» | G-002 | FR-002 | Anot`],
    ['a requirement, bold', index, 'FR-003, FR-¦001', FR_001],
    ['a requirement that others name before', spec, 'See **FR¦', FR_001],
    [
      'a requirement, plain',
      'specs/005/checklists/security.md',
      'FR-0¦02',
      `${spec}: - «FR-002»: An **invite** holds a `,
    ],
    ['a requirement in a table', index, '- FR-¦003', `${spec}: | \`«FR-003»\` | It expires. |`],
    ['a requirement in a paragraph', spec, 'FR-¦004', `${spec}: **«FR-004»**: An owner withdraws i`],
    ['a story', index, 'US-0¦01', STORY],
    ['a story in other writing', spec, 'US¦1', STORY],
    ['a checklist item in other writing', index, 'CHK-¦002', CHK_002],
    ['a checklist item, not its row', index, '| CHK¦002', CHK_002],
    ['an item that has but a row', index, 'CHK¦009', `${index}: | «CHK009» | FR-001 | Clarity | |`],
    ['a check', index, 'SPEC-¦007', SPEC_007],
    ['a check, from another feature', 'specs/006/.workflow/index.md', 'SPEC-¦007', SPEC_007],
    [
      'a check, from outside of any feature',
      'docs/guide.md',
      'SPEC-¦008',
      'check-modules/spec-checks.md: | «SPEC-008» | Testable | Each can b',
    ],
    ['a check in its module', 'check-modules/spec-checks.md', 'SPEC-¦007', SPEC_007],
    ['a key of an envelope', artifactReturn, '"G-0¦02"', G_002],
    ['in JSON in a string', artifactReturn, 'of\\\\nG-0¦02', G_002],
    ['in a document in a string', artifactReturn, 'Minor | G-0¦02', G_002],
    [
      'that only a document in a string defines',
      artifactReturn,
      'G-0¦44',
      `${artifactReturn}: er\\"\\tC2.1 |\\n| Minor | «G-044» | pending | é\\\\new |\\n"`,
    ],
    ['in a block in a quote', 'specs/005/notes.md', 'one\\nG-¦002', G_002],
    ['in a line of a log that is broken', 'specs/005/.workflow/log.jsonl', '} G-0¦02', G_002],
    ['in another feature another', 'specs/006/.workflow/index.md', 'C2.1 | G-¦002', G_002.replace('005', '006')],
  ])('%s', (_, path, at, defined) => expect(definedAt(asked(path, at))).toEqual([defined]));

  test.each([
    ['a letter before it, escaped', 'specs/005/notes.md', 'u00e9G-0¦02'],
    ['a longer number', 'specs/005/.workflow/log.jsonl', 'CHK-00¦20'],
    ['defined nowhere', index, 'C1¦.1'],
    ['beside it', index, 'C2.1 |¦ G-002'],
    ['outside of any feature', 'docs/guide.md', 'FR-0¦01'],
    ['of another feature', 'specs/006/.workflow/index.md', 'CHK0¦03'],
  ])('nothing: %s', (_, path, at) => expect(definedAt(asked(path, at))).toEqual([]));
});

describe('a document leads to its file', () => {
  test.each([
    [index, '| sp¦ec.md', spec],
    [index, '`specs/005/sp¦ec.md', spec],
    [index, 'flow/state.md¦', 'specs/005/.workflow/state.md'],
    [artifactReturn, '| sp¦ec.md', spec],
  ])('%s at %s', (path, at, to) => {
    expect(definitionAt(asked(path, at), workspace)).toEqual([
      { uri: `file:///work/${to}`, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } },
    ]);
  });

  test.each([
    ['a folder', '| check¦lists/'],
    ["the workspace's, not the feature's", 'plan¦.md'],
    ['a word', 'pre¦sent'],
  ])('not: %s', (_, at) => expect(definedAt(asked(index, at))).toEqual([]));
});

test('what is written in the editor counts, not what is on disk', () => {
  const changed = { ...FILES, [index]: (FILES[index] ?? '').replace('# Feature', '\n\n# Feature') };
  const [found] = definitionAt(asked(index, 'for: C¦2.1', changed), workspace);
  expect(found && drawn(found, changed)).toBe(`${index}: | «C2.1» | G-002 | FR-002 | Anot`);
});

test('as long as the disk is being read there is no answer, and all that is needed is asked for', () => {
  const known = new Set<string>();
  let wanted = new Set<string>();
  const slow =
    <T>(get: (uri: string) => T) =>
    (uri: string) => {
      if (known.has(uri)) return get(uri);
      wanted.add(uri);
      return undefined;
    };
  const { disk, folders } = workspace;
  const reading: Workspace = { folders, disk: { ...disk, list: slow(disk.list), text: slow(disk.text) } };
  let rounds = 0;
  for (; ; rounds++) {
    const found = definedAt(asked(index, 'SPEC-¦007'), reading);
    if (wanted.size === 0) {
      expect(found).toEqual([SPEC_007]);
      break;
    }
    expect(found).toEqual([]);
    for (const uri of wanted) known.add(uri);
    wanted = new Set();
  }
  // A level of folders a round, not a file a round.
  expect(rounds).toBeLessThan(6);
});

test('as long as a nearer folder is not known the feature may be another', () => {
  const files = { ...FILES, 'spec.md': '- **FR-001**: of the whole' };
  const { disk, folders } = memoryWorkspace(files);
  const list: typeof disk.list = folder => (folder.endsWith('/005') ? undefined : disk.list(folder));
  expect(definedAt(asked(index, '| sp¦ec.md'), { folders, disk: { ...disk, list } })).toEqual([]);
});

describe('what an id stands for, in a line', () => {
  const said = (path: string, at: string, around = workspace) => {
    const { analysis, position } = asked(path, at, FILES);
    const place = idAt(analysis.file, position);
    return place && idSummary({ kind: place.kind, text: place.id }, analysis, around);
  };

  test.each([
    [index, 'C2.1 | G-¦002', '**G-002** · Critical · clarifying · What if a \\| b?'],
    [index, 'G-RES¦-001', '**G-RES-001** · Minor · auto\\-retry · pending · no reason'],
    [index, 'for: C¦2.1', '**C2.1** · security · pending · Another address?'],
    [spec, 'See **FR¦', '**FR-001** · The owner invites\\.'],
    [index, '- FR-¦003', '**FR-003** · It expires\\.'],
    [index, '| C2.1 | G-002 | FR-0¦02', '**FR-002** · An invite holds a link\\.'],
    [spec, 'US¦1', '**US-001** · invite by e\\-mail'],
    [index, 'CHK-¦002', '**CHK002** · Is it said when? \\[Clarity, FR\\-003\\]'],
    [index, 'SPEC-¦007', '**SPEC-007** · No details · Names no technology · auto\\-retry'],
    [index, 'C1¦.1', undefined],
  ])('%s at %s', (path, at, line) => expect(said(path, at)).toBe(line));

  test('text of a file is text in it', () => {
    const hostile = '[x](command:x) <img src=x> `a` **b** https://evil.example';
    const files = { ...FILES, [spec]: `- **FR-001**: ${hostile} ${'y'.repeat(1000)}` };
    const line = said(index, 'FR-003, FR-¦001', memoryWorkspace(files)) ?? '';
    expect(line.length).toBeLessThan(400);
    expect(line.replace('**FR-001**', '').replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[<>[\]`#!*]|https:/);
  });
});

describe('an id in a long line', () => {
  const place = (line: string, character: number) => {
    const found = idAt(textFile('file:///a.json', 'json', line), { line: 0, character });
    return found && line.slice(found.range.start.character, found.range.end.character);
  };

  test.each([
    ['["\\u0047-001","G-001\\nG-002:FR-1"]', ['G-001', 'G-002', 'FR-1']],
    ['{"a":"\\\\nG-001\\\\tC2.1, (CHK003)|T001.md|xG-001|"}', ['G-001', 'C2.1', 'CHK003']],
    ['G-001', ['G-001']],
  ])('%s', (line, ids) => {
    const found = Array.from({ length: line.length + 1 }, (_, at) => place(line, at)).filter(id => id !== undefined);
    expect([...new Set(found)]).toEqual(ids);
    for (const id of ids) expect(found.filter(one => one === id)).toHaveLength(id.length + 1);
  });

  test('only the text around the cursor is looked through', () => {
    const line = `[${Array.from({ length: 1000 }, (_, at) => `{"id":"G-${at + 1000}"}`).join(',')}]`;
    const searches = vi.spyOn(String.prototype, 'matchAll');
    expect(place(line, line.indexOf('G-1500') + 1)).toBe('G-1500');
    const searched = searches.mock.contexts.reduce((sum: number, text) => sum + String(text).length, 0);
    searches.mockRestore();
    expect(searched).toBeGreaterThan(0);
    expect(searched).toBeLessThan(100);
  });
});
