import { describe, expect, test } from 'vitest';
import type { DocumentSymbol, SelectionRange } from 'vscode-languageserver-types';
import { countRecognisedKinds } from '../../server/src/features/cursor';
import { documentLinks } from '../../server/src/features/documentLinks';
import { documentSymbols } from '../../server/src/features/documentSymbols';
import { foldingRanges, selectionRanges } from '../../server/src/features/foldingRanges';
import type { Range } from '../../server/src/model/text';
import { analyseText, problemsIn } from '../kit/analyseText';
import { type FileWithCursor, inEachFileKind } from '../kit/inEachFileKind';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { labelsAt, saidAt } from './askAt';

const json =
  '|{\n  "from": "build",\n  "to": "fix",\n  "intent": "bug",\n  "payload": {\n    "confidence": 0.5,\n    "needsReview": true\n  }\n}';

/** What of a file's text a range covers, without the prefixes of its lines. */
function textIn({ text }: FileWithCursor, { start, end }: Range): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  if (lines.length === 1) return (lines[0] ?? '').slice(start.character, end.character);
  return [(lines[0] ?? '').slice(start.character), ...lines.slice(1, -1), (lines.at(-1) ?? '').slice(0, end.character)]
    .join('\n')
    .replace(/\n[> ]*/g, ' ');
}

describe.each(inEachFileKind(json))('$name', file => {
  const analysis = analyseText(file.name, file.text);
  const whole = json.slice(1).replace(/\n */g, ' ');

  test('symbols: the envelope in a line, its properties below', () => {
    const [envelope, ...others] = documentSymbols(analysis) as [DocumentSymbol];
    expect(others).toEqual([]);
    expect(envelope).toMatchObject({ name: 'build → fix · bug · confidence 0.5', detail: 'agent-message/message' });
    expect(textIn(file, envelope.range)).toBe(whole);
    expect(textIn(file, envelope.selectionRange)).toBe('{');
    const properties = envelope.children ?? [];
    expect(properties.map(({ name, detail }) => [name, detail])).toEqual([
      ['from', 'build'],
      ['to', 'fix'],
      ['intent', 'bug'],
      ['payload', ''],
    ]);
    expect(textIn(file, (properties[0] as DocumentSymbol).range)).toBe('"from": "build"');
    expect(textIn(file, (properties[0] as DocumentSymbol).selectionRange)).toBe('"from"');
    expect(properties[3]?.children?.map(({ name }) => name)).toEqual(['confidence', 'needsReview']);
  });

  test('folding: each object over several lines, its closing brace in sight', () => {
    const first = file.position.line;
    const folds = foldingRanges(analysis).map(({ startLine, endLine }) => [startLine - first, endLine - first]);
    expect(folds).toEqual(
      file.name.endsWith('.jsonl')
        ? []
        : [
            [0, 7],
            [4, 6],
          ],
    );
  });

  test('selection: value, property, object, out to the envelope', () => {
    const line = file.text.split('\n').findIndex(one => one.includes('0.5'));
    const character = (file.text.split('\n')[line] ?? '').indexOf('0.5') + 1;
    const [innermost] = selectionRanges(analysis, [{ line, character }]);
    const texts: string[] = [];
    for (let one: SelectionRange | undefined = innermost; one; one = one.parent) texts.push(textIn(file, one.range));
    const payload = '{ "confidence": 0.5, "needsReview": true }';
    expect([...new Set(texts)]).toEqual(['0.5', '"confidence": 0.5', payload, `"payload": ${payload}`, whole]);
  });
});

describe('links', () => {
  const workspace = memoryWorkspace(['src/a.ts', 'a b(1).md', 'sub/deep/x.ts', 'etc/passwd']);
  const linked = (path: string) => {
    const file = `{"success": true, "summary": "s", "artifacts": [{"path": ${JSON.stringify(path)}, "operation": "create"}]}`;
    return inEachFileKind(`|${file}`).map(({ name, text }) =>
      documentLinks(analyseText(name, text), workspace).map(({ target }) => target),
    );
  };
  const everywhere = <T>(one: T) => inEachFileKind('|').map(() => one);

  test.each([
    ['src/a.ts', 'file:///work/src/a.ts'],
    ['./src/../src/a.ts', 'file:///work/src/a.ts'],
    ['sub\\deep\\x.ts', 'file:///work/sub/deep/x.ts'],
    ['a b(1).md', 'file:///work/a%20b%281%29.md'],
  ])('%s leads to %s', (path, target) => expect(linked(path)).toEqual(everywhere([target])));

  test.each([
    ...[
      '',
      '.',
      'src',
      'none.ts',
      '/etc/passwd',
      '//host/share',
      '\\\\host\\share',
      'C:\\x',
      'c:/x',
      '../work/src/a.ts',
      '../src/a.ts',
    ],
    ...['src/../../work/src/a.ts', 'file:///work/src/a.ts', 'https://evil.example', 'command:quit', 'data:text/html,x'],
    ...['src/a.ts\n', 'src/a.ts\0', '%2e%2e/etc/passwd', 'src/%61.ts', '~/x', `${'a/'.repeat(600)}x`],
  ])('%j leads nowhere', path => expect(linked(path)).toEqual(everywhere([])));

  test('a link covers the text between the quotes', () => {
    const [, log] = inEachFileKind(
      '|{"success": true, "summary": "s", "artifacts": [{"path": "src/a.ts", "operation": "create"}]}',
    );
    const [link] = documentLinks(analyseText('log.jsonl', log?.text ?? ''), workspace);
    expect(link && log && textIn(log, link.range)).toBe('src/a.ts');
  });
});

const strangers = [
  '{|"name": "x", "version": "1.0.0"}',
  '{"type": "object", "properties": {|}}',
  '{"from": "2026-01-01", "to": "2026-02-01", "total": 3, |}',
  '{"messages": [{"role": "user", "content": "|"}]}',
  '{"error": {"code": 1, "message": |}}',
  '[1, |2]',
  '"te|xt"',
  '{"a": {"from": "build", |}',
];

describe.each(strangers)('none of ours: %s', at => {
  test.each(inEachFileKind(at))('$name', file => {
    const analysis = analyseText(file.name, file.text);
    expect(countRecognisedKinds(analysis)).toEqual([]);
    expect(problemsIn(analysis)).toEqual([]);
    expect(labelsAt(file)).toEqual([]);
    expect(saidAt(file)).toBe('');
    expect([documentSymbols(analysis), foldingRanges(analysis), documentLinks(analysis, memoryWorkspace())]).toEqual([
      [],
      [],
      [],
    ]);
    expect(selectionRanges(analysis, [file.position])).toEqual([
      { range: { start: file.position, end: file.position } },
    ]);
  });
});
