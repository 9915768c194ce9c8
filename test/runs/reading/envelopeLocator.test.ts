import { describe, expect, test } from 'vitest';
import { nodeLocation, treeNodeId } from '../../../server/src/features/runs/treeNodeId';
import type { Path } from '../../../server/src/model/text';
import {
  envelopeLocator,
  envelopeRange,
  lineIndexOf,
  lineLocator,
  spanRange,
} from '../../../server/src/runs/reading/envelopeLocator';
import { envelopeRanges } from '../../../server/src/runs/reading/envelopeRanges';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { memoryAccess } from '../../kit/memoryAccess';
import { indexOf } from '../index/indexOf';

const registry = `# Feature Index: 005

## Decisions Log

| Timestamp | Agent | Decision | Rationale |
|-----------|-------|----------|-----------|
| 2026-06-08 | a | one | - |
| 2026-06-09 | b | two | - |

## Agent Handoff Notes

### From b

- It is done
`;

const envelopes: [name: string, part: string, path: Path, text: string, expected: string][] = [
  ['a.json', 'root', [], '{"a": {"b": 1}}', '0:0-0:15'],
  ['a.json', 'root', ['a', 'b'], '\n{"a": {"b": 12}}', '1:12-1:14'],
  ['a.json', 'root', ['gone'], '{"a": 1}', '0:0-0:8'],
  ['a.json', '1', ['a'], '[{"a": 1},\n {"a": 2}]', '1:7-1:8'],
  ['a.json', '7', [], '[{"a": 1}]', '0:0-0:0'],
  ['a.json', 'root', ['a'], '{"a": ', '0:0-0:6'],
  ['a.json', 'root', [], '', '0:0-0:0'],
  ['a.jsonl', 'line 1', [], '\uFEFF{"a": 1}\n{"a": 2}', '0:1-0:9'],
  ['a.sse', 'line 2', ['a'], 'event: x\ndata: {"a": 2}', '1:12-1:13'],
  ['a.jsonl', 'line 2', ['a'], '{"a": 1}\r\n{"a": 2}\n', '1:6-1:7'],
  ['a.jsonl', 'line 3', [], '{"a": 1}\n{"a": 2}\n', '2:0-2:0'],
  ['a.jsonl', 'line 4', [], '{"a": 1}\n{"a": 2}\n', '0:0-0:0'],
  ['a.jsonl', 'line 0', [], '{"a": 1}', '0:0-0:0'],
  ['a.jsonl', 'strange', [], '{"a": 1}', '0:0-0:0'],
  ['index.md', 'root', ['decisions', 1], registry, '7:0-7:28'],
  ['index.md', 'root', ['handoffs', 0], registry, '11:0-13:12'],
  ['index.md', 'root', ['decisions', 7], registry, '0:0-0:0'],
  ['index.md', 'root', [], registry, '0:0-0:0'],
  ['index.md', 'root', ['decisions', 0], '', '0:0-0:0'],
];

describe('the location of an envelope', () => {
  test.each(envelopes)('%s %s %j', (name, part, path, text, expected) => {
    expect(shown(envelopeRange({ uri: `file:///work/${name}`, part, path }, text))).toBe(expected);
  });

  test('in a line that was read by itself', () => {
    expect(shown(lineLocator('{"a": 1}', 99_999)(['a']))).toBe('99999:6-99999:7');
    expect([lineIndexOf('line 12'), lineIndexOf('root'), lineIndexOf('line 1e9')]).toEqual([11, undefined, undefined]);
  });

  test('of a span in a file that has become shorter', () => {
    expect(shown(spanRange({ start: 2, end: 4 }, 'file:///a.md', '\uFEFFa\r\nbcd'))).toBe('1:0-1:2');
    expect(shown(spanRange({ start: 20, end: 4 }, 'file:///a.md', 'abc'))).toBe('0:3-0:3');
  });
});

describe('envelopes in many files, and many in one', () => {
  // Files are read without a byte order mark, and no step stands behind the end of a log.
  const files = envelopes.filter(([, part, , text]) => !text.startsWith('\uFEFF') && part !== 'line 3');
  const uriOf = (name: string, text: string) => `file:///work/${encodeURIComponent(text)}/${name}`;
  const access = memoryAccess(new Map(files.map(([name, , , text]) => [uriOf(name, text), text])));
  const rangeOf = envelopeRanges(access, () => ({ offset: 0, line: 0, tail: '', starts: [] }));

  test.each(files)('%s %s %j', (name, part, path, text, expected) => {
    const source = { uri: uriOf(name, text), part, path };
    const found = Array.from({ length: 30 }, () => rangeOf(source));
    expect(found.map(range => (range ? shown(range) : '0:0-0:0'))).toEqual(Array(30).fill(expected));
  });

  test('is undefined in a deleted file', () => {
    for (const name of ['a.json', 'a.jsonl', 'index.md']) {
      const source = { uri: uriOf(name, 'gone'), part: name === 'a.jsonl' ? 'line 1' : 'root', path: [] };
      expect(Array.from({ length: 30 }, () => rangeOf(source)).filter(Boolean)).toEqual([]);
    }
  });
});

test('envelopes of one text are found in any order', () => {
  const find = envelopeLocator('file:///a.jsonl', '{"a": 1}\n{"a": 22}\r{"b": 1}');
  const parts = ['line 3', 'line 1', 'line 4', 'line 2', 'line 4', 'line 3'];
  const ranges = parts.map(part => find({ part, path: ['a'] }));
  expect(ranges.map(range => range && shown(range))).toEqual([
    '2:0-2:8',
    '0:6-0:7',
    undefined,
    '1:6-1:8',
    undefined,
    '2:0-2:8',
  ]);
});

test('nodes lead to their envelopes', () => {
  const index = indexOf(
    fileRecordOf('a.jsonl', [{ title: 'ask', side: 'ask', pair: 'p' }]),
    fileRecordOf('b.jsonl', [{ title: '', side: 'answer', pair: 'p', effects: [{ do: 'note', text: 'n' }] }]),
    fileRecordOf('index.md', [], {
      registry: { feature: '005', family: 'talk', workflows: [{ name: '', status: 'running' }] },
    }),
  );
  const [run = '', bare = ''] = ['a.jsonl', '005'].map(id => index.runs().find(run => run.id === id)?.key ?? '');
  const ask = { uri: 'file:///work/a.jsonl', part: 'line 1', path: [] };
  expect(nodeLocation(index, treeNodeId({ is: 'run', run }))).toEqual(ask);
  expect(nodeLocation(index, treeNodeId({ is: 'step', run, step: 0 }))).toEqual(ask);
  expect(nodeLocation(index, treeNodeId({ is: 'effect', run, step: 0, effect: 0 }))).toEqual(ask);
  expect(nodeLocation(index, treeNodeId({ is: 'run', run: bare }))).toEqual({
    uri: 'file:///work/index.md',
    part: 'root',
    path: [],
  });
  expect(nodeLocation(index, treeNodeId({ is: 'row', section: 'x', uri: 'file:///x', start: 1, end: 2 }))).toEqual({
    uri: 'file:///x',
    span: { start: 1, end: 2 },
  });
  expect(nodeLocation(index, treeNodeId({ is: 'folder', folder: 'x' }))).toBeUndefined();
});

function shown({ start, end }: ReturnType<typeof envelopeRange>): string {
  return `${start.line}:${start.character}-${end.line}:${end.character}`;
}
