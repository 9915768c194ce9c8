import { describe, expect, test } from 'vitest';
import { formatGithub as piecesGithub } from '../../../server/src/cli/commands/check';
import { formatJson as piecesJson } from '../../../server/src/cli/formats/formatJson';
import { excerpt, formatPretty as piecesPretty } from '../../../server/src/cli/formats/formatPretty';
import { escapeInvisible } from '../../../server/src/cli/terminalLine';
import type { FileReport, ReportedProblem } from '../../../server/src/model/analysis';
import { findWords } from '../run';

const formatGithub = (reports: FileReport[]) => [...piecesGithub(reports)].join('');
const formatJson = (reports: FileReport[]) => [...piecesJson(reports)].join('');
const formatPretty = (...args: Parameters<typeof piecesPretty>) => [...piecesPretty(...args)].join('');

function pretty(files: Record<string, string>, options: { colour?: boolean; width?: number } = {}): string {
  const reports = Object.entries(files).map(([path, text]) => findWords({ uri: '', path, text }));
  const sources = new Map(Object.entries(files).map(([path, text]) => [path, text.split('\n')]));
  return formatPretty(reports, sources, { colour: false, width: 80, ...options });
}

describe('pretty', () => {
  test('shows each problem where it stands, and counts', () => {
    const files = { 'a.json': '{\n\t"bad": "odd"\n}', 'b.json': '{}', 'c.md': '日本語 bad' };
    expect(pretty(files)).toMatchInlineSnapshot(`
      "a.json:2:3 error "bad" is no word for this. words/bad
        2 |     "bad": "odd"
          |      ~~~

      a.json:2:10 warning "odd" is no word for this. words/odd
        2 |     "bad": "odd"
          |             ~~~

      c.md:1:5 error "bad" is no word for this. words/bad
        1 | 日本語 bad
          |        ~~~

      3 files, 2 envelopes: 2 errors, 1 warning
      "
    `);
  });

  test('cuts long lines around the problem', () => {
    const line = `${'x'.repeat(5_000_000)} bad ${'y'.repeat(5_000_000)}`;
    expect(pretty({ 'a.json': line }, { width: 50 })).toMatchInlineSnapshot(`
      "a.json:1:5000002 error "bad" is no word for this. words/bad
        1 | …xxxxxxxxxxxxx bad yyyyyyyyyyyyyyyyyyyyyyyy…
          |                ~~~

      1 file, 0 envelopes: 1 error
      "
    `);
  });

  test('colours', () => {
    expect(JSON.stringify(pretty({ 'a.json': 'bad' }, { colour: true }))).toMatchInlineSnapshot(
      `""\\u001b[1ma.json:1:1\\u001b[22m \\u001b[31merror\\u001b[39m \\"bad\\" is no word for this. \\u001b[2mwords/bad\\u001b[22m\\n\\u001b[2m  1 |\\u001b[22m bad\\n\\u001b[2m    |\\u001b[22m \\u001b[31m~~~\\u001b[39m\\n\\n1 file, 0 envelopes: \\u001b[31m1 error\\u001b[39m\\n""`,
    );
  });

  test.each([
    [{}, '0 files, 0 envelopes: no problems\n'],
    [{ 'a.json': '{' }, '1 file, 1 envelope: no problems\n'],
  ])('%j: %s', (files, text) => {
    expect(pretty(files)).toBe(text);
  });

  test('writes no control character of the file, its name or a message raw', () => {
    const nasty = '\u001b[2J\u0007\u009b31m\u202e\r\u2028';
    const problem = { ...problemAt(0, 0, 0, 3), message: nasty };
    const report = { file: `a${nasty}.json`, parts: [], problems: [problem] };
    const sources = new Map([[report.file, [`bad ${nasty}`]]]);
    const text = formatPretty([report], sources, { colour: false, width: 80 });
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202e]/u);
    expect(text).toContain('bad \\u001b[2J\\u0007\\u009b31m\\u202e\\r\\u2028');
  });

  test('a problem beyond the end of the file has no excerpt', () => {
    const report = { file: 'a.json', parts: [], problems: [problemAt(7, 0, 7, 1)] };
    const text = formatPretty([report], new Map([['a.json', ['{']]]), { colour: false, width: 80 });
    expect(text).toBe('a.json:8:1 error A message. some/rule\n\n1 file, 0 envelopes: 1 error\n');
  });
});

describe('excerpt', () => {
  test.each([
    { line: '{"a": 1}', start: 1, end: 4, text: '{"a": 1}', marks: ' ~~~' },
    { line: 'ab', start: 2, end: 2, text: 'ab', marks: '  ~' },
    { line: 'ab', start: 9, end: 12, text: 'ab', marks: '  ~' },
    { line: '', start: 0, end: 0, text: '', marks: '~' },
    { line: '\ta\tbc', start: 3, end: 5, text: '    a   bc', marks: '        ~~' },
    { line: '日本x', start: 1, end: 3, text: '日本x', marks: '  ~~~' },
    { line: '😀x', start: 0, end: 2, text: '😀x', marks: '~~' },
    { line: '😀x', start: 2, end: 3, text: '😀x', marks: '  ~' },
    { line: 'e\u0301x', start: 2, end: 3, text: 'e\u0301x', marks: ' ~' },
    { line: '\u001bx', start: 1, end: 2, text: '\\u001bx', marks: '      ~' },
    { line: '0123456789abcdefghij', start: 0, end: 2, text: '01234567…', marks: '~~' },
    { line: '0123456789abcdefghij', start: 19, end: 20, text: '…cdefghij', marks: '        ~' },
    { line: '0123456789abcdefghij', start: 20, end: 20, text: '…cdefghij', marks: '         ~' },
    { line: '0123456789abcdefghij', start: 10, end: 12, text: '…89abcdef…', marks: '   ~~' },
    { line: '0123456789abcdefghij', start: 3, end: 20, text: '…12345678…', marks: '   ~~~~~~' },
    { line: '日本語日本語日本語', start: 4, end: 5, text: '…日本語日…', marks: '   ~~' },
    { line: '😀😀😀😀😀😀😀😀', start: 8, end: 10, text: '…😀😀😀😀…', marks: '   ~~' },
  ])('of $line, $start to $end', ({ line, start, end, text, marks }) => {
    expect(excerpt(line, { start, end, width: 10 })).toEqual({ text, marks });
  });
});

test.each([
  ['plain', 'plain'],
  ['a\tb\nc\r', 'a\\tb\\nc\\r'],
  ['\u007f\u0085\u200e\u2066', '\\u007f\\u0085\\u200e\\u2066'],
  ['\ud83d|👩‍👩‍👦|نامه‌ای', '\\ud83d|👩‍👩‍👦|نامه‌ای'],
  ['\u{e0041}', '\\u{e0041}'],
])('visible(%j)', (text, shown) => {
  expect(escapeInvisible(text)).toBe(shown);
});

describe('json', () => {
  test('lists every file, and nothing that is not in the format', () => {
    const reports = ['{"bad": "hm"}', '{}', 'odd'].map((text, i) => findWords({ uri: '', path: `${i}.json`, text }));
    const range = (from: number, to: number) => ({
      start: { line: 0, character: from },
      end: { line: 0, character: to },
    });
    const part = { kind: 'words/word', range: range(0, 0) };
    const problem = (word: string, severity: string, from: number, fixes: string[] = []) => ({
      rule: `words/${word}`,
      severity,
      message: `"${word}" is no word for this.`,
      range: range(from, from + word.length),
      fixes,
    });
    expect(JSON.parse(formatJson(reports))).toEqual({
      version: 1,
      files: [
        {
          file: '0.json',
          parts: [part],
          problems: [problem('bad', 'error', 2, ['Write "good"']), problem('hm', 'info', 9)],
        },
        { file: '1.json', parts: [part], problems: [] },
        { file: '2.json', parts: [], problems: [problem('odd', 'warning', 0)] },
      ],
      summary: { files: 3, parts: 2, errors: 1, warnings: 1, infos: 1 },
    });
  });

  test('steers no terminal', () => {
    const report = { file: 'a\u001b\u009b.json', parts: [], problems: [] };
    const text = formatJson([report]);
    expect(text).toContain('"a\\u001b\\u009b.json"');
    expect(JSON.parse(text).files[0].file).toBe(report.file);
  });
});

describe('github', () => {
  test('says how to see the docs of the rule', () => {
    const [line] = formatGithub([findWords({ uri: '', path: 'a.json', text: 'bad' })]).split('\n');
    expect(line).toBe(
      '::error file=a.json,line=1,col=1,endLine=1,endColumn=4,title=words/bad::"bad" is no word for this.%0A%0Aagent-envelopes explain words/bad',
    );
  });

  test.each<[string, Partial<ReportedProblem>, string]>([
    ['a.json', {}, '::error file=a.json,line=1,col=3,endLine=1,endColumn=6,title=some/rule::A message.\n'],
    [
      'a.json',
      { severity: 'info' },
      '::notice file=a.json,line=1,col=3,endLine=1,endColumn=6,title=some/rule::A message.\n',
    ],
    ['a.json', problemAt(1, 0, 3, 2), '::error file=a.json,line=2,endLine=4,title=some/rule::A message.\n'],
    [
      'a,b:c%.json',
      { severity: 'warning', message: '100%: a,\r\nb\n\u001b' },
      '::warning file=a%2Cb%3Ac%25.json,line=1,col=3,endLine=1,endColumn=6,title=some/rule::100%25: a,%0D%0Ab%0A\\u001b\n',
    ],
  ])('%s %j', (file, problem, text) => {
    expect(formatGithub([{ file, parts: [], problems: [{ ...problemAt(0, 2, 0, 5), ...problem }] }])).toBe(text);
  });

  test('says nothing where nothing is wrong', () => {
    const report: FileReport = { file: 'a.json', parts: [], problems: [] };
    expect(formatGithub([report])).toBe('');
  });
});

function problemAt(line: number, character: number, endLine: number, endCharacter: number): ReportedProblem {
  const range = { start: { line, character }, end: { line: endLine, character: endCharacter } };
  return { rule: 'some/rule', severity: 'error', message: 'A message.', range, fixes: [] };
}
