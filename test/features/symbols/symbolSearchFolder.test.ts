import { describe, expect, test, vi } from 'vitest';
import { workspaceScope } from '../../../server/src/features/symbols/featureScope';
import { findNames, nameAt } from '../../../server/src/features/symbols/findNames';
import { references, rename } from '../../../server/src/features/symbols/rename';
import { nameDefinition } from '../../../server/src/features/symbols/sortByRun';
import { symbolSearchFolder } from '../../../server/src/features/symbols/symbolSearchFolder';
import type { LocatedName, SymbolName } from '../../../server/src/model/symbol';
import { workspaceIndexer } from '../../../server/src/runs/indexer/workspaceIndexer';
import { textFile } from '../../../server/src/text/lines';
import { analyseText } from '../../kit/analyseText';
import { memoryAccess } from '../../kit/memoryAccess';
import { message } from '../../kit/runsClient';
import { testContext } from '../../kit/testContext';
import { analysisOf, asked } from '../drawnFeature';
import { FILES, uriOf } from './searchedWorkspace';

const folders = ['file:///work', 'file:///work/vendor', 'file:///else'];
const first = FILES['messages/first.json'] ?? '';
const disk = new Map([
  ...Object.entries(FILES).map(([path, text]) => [uriOf(path), text] as const),
  ['file:///work/vendor/a.json', first],
  ['file:///else/a.json', first],
]);
const access = memoryAccess(disk);
const runs = workspaceIndexer({ access, folders: () => folders, contextOf: () => testContext(), warn: () => {} });
runs.scan();
while (runs.work());

const changed = textFile(uriOf('messages/first.json'), 'json', first.replace('"build"', '"audit"'));
const opened = new Map([[changed.uri, changed]]);
const world = { index: runs.index, access, opened, contextOf: () => testContext() };
const all = { includeDeclaration: true };

function filesOf(name: SymbolName, asked: string): string[] {
  const found = references(name, all, workspaceScope(symbolSearchFolder(world, folders, asked)));
  return [...new Set(found.map(({ uri }) => uri))].sort();
}

test('files are looked through as the editor holds them, else as they are on the disk', () => {
  const found = filesOf({ kind: 'agent', text: 'build' }, uriOf('messages/later.jsonl'));
  expect(found).not.toContain(changed.uri);
  expect(found).toContain(uriOf('messages/later.jsonl'));
  expect(filesOf({ kind: 'agent', text: 'audit' }, changed.uri)).toEqual([changed.uri]);
});

test('an open file that the index has not read yet, in its folder only', () => {
  const unread = (uri: string) => ({ ...world, opened: new Map([[uri, textFile(uri, 'json', first)]]) });
  const found = (uri: string, folder: string) =>
    references(
      { kind: 'agent', text: 'build' },
      all,
      workspaceScope(symbolSearchFolder(unread(uri), folders, folder)),
    ).filter(one => one.uri === uri).length;
  expect(found('file:///work/new.json', changed.uri)).toBeGreaterThan(0);
  expect(found('file:///else/new.json', changed.uri)).toBe(0);
  expect(found('file:///outside/new.json', 'file:///outside/other.json')).toBe(0);
});

test('each workspace folder by itself, the innermost', () => {
  const workflow: SymbolName = { kind: 'workflow', text: 'wf_1' };
  expect(filesOf(workflow, 'file:///work/vendor/a.json')).toEqual(['file:///work/vendor/a.json']);
  expect(filesOf(workflow, 'file:///else/any.md')).toEqual(['file:///else/a.json']);
  expect(filesOf(workflow, changed.uri)).not.toContain('file:///work/vendor/a.json');
  expect(filesOf(workflow, 'untitled:1')).toEqual([]);
});

test('logs by their lines, the last one torn too', () => {
  const search = symbolSearchFolder(world, folders, changed.uri);
  const found = references({ kind: 'call', text: 't_0000000003' }, all, workspaceScope(search));
  expect(found.map(({ range }) => range.start.line)).toEqual([2]);
});

test('of a log only the line of the step is read to find where an agent acts', () => {
  const { analysis, position } = asked('messages/later.jsonl', '"from":"bui¦ld"', FILES);
  const at = nameAt(analysis, position);
  const before = access.linesRead();
  const [location] = at ? nameDefinition(at, symbolSearchFolder(world, folders, at.uri)) : [];
  expect(location).toMatchObject({ uri: uriOf('messages/later.jsonl'), range: { start: { line: 1 } } });
  expect(access.linesRead()).toBe(before);
});

describe('in an array', () => {
  const uri = 'file:///array/all.json';
  const nowhere = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

  /** A workspace with the elements in one array, and how often its text was read. */
  function arrayOf(elements: readonly string[]) {
    const memory = memoryAccess(new Map([[uri, `[${elements.join(',')}]`]]));
    const text = vi.fn(memory.text);
    const access = { ...memory, text };
    const own = ['file:///array'];
    const contextOf = () => testContext();
    const indexer = workspaceIndexer({ access, folders: () => own, contextOf, warn: () => {} });
    indexer.scan();
    while (indexer.work());
    text.mockClear();
    return {
      search: symbolSearchFolder({ index: indexer.index, access, opened: new Map(), contextOf }, own, uri),
      text,
    };
  }

  test('it is read once to find where an agent acts, however many of its elements are asked about', () => {
    const { search, text } = arrayOf(Array.from({ length: 8 }, (_, at) => message(at + 1, { next: 'audit' })));
    const name: SymbolName = { kind: 'agent', text: 'audit' };
    const at: LocatedName = { uri, name, range: nowhere, role: 'refers', part: '7', path: [] };
    expect(nameDefinition(at, search)).toHaveLength(1);
    expect(text).toHaveBeenCalledTimes(1);
  });

  test('only the elements with the name are parsed, and what makes them sure is known', () => {
    const elements = Array.from({ length: 40 }, (_, at) => message(at + 1));
    const { id, from, to } = JSON.parse(message(41, { from: 'audit' }));
    const maybe = JSON.stringify({ id, from, to, intent: 'idea' });
    const alone = (of: string) => findNames(analyseText('all.json', of), { names: [{ kind: 'agent', text: 'audit' }] });
    // Without the others it is none.
    expect(alone(maybe)).toHaveLength(0);
    expect(alone(`[${[...elements, maybe].join(',')}]`)).toHaveLength(1);
    const { search } = arrayOf([...elements, maybe]);
    const parse = vi.spyOn(JSON, 'parse');
    const found = references({ kind: 'agent', text: 'audit' }, all, workspaceScope(search));
    const parsed = parse.mock.calls.filter(([text]) => text.includes('"from"')).length;
    parse.mockRestore();
    expect(found).toHaveLength(1);
    expect(parsed).toBe(1);
  });
});

test('a file that has gone or become another since it was read', () => {
  const gone = new Map(disk);
  const search = symbolSearchFolder({ ...world, access: memoryAccess(gone) }, folders, changed.uri);
  gone.clear();
  expect(references({ kind: 'agent', text: 'build' }, all, workspaceScope(search))).toEqual([]);
  expect(rename({ kind: 'agent', text: 'build' }, 'x', workspaceScope(search), { annotates: true })).toMatchObject({
    documentChanges: [],
  });
});

test('what is asked can be sent to another thread', () => {
  const { analysis, position } = asked('messages/first.json', '"bui¦ld"', FILES);
  expect(structuredClone(nameAt(analysis, position))).toEqual(nameAt(analysis, position));
  expect(analysisOf('messages/first.json', first).file.uri).toBe(changed.uri);
});
