import { describe, expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { workspaceScope } from '../../../server/src/features/symbols/featureScope';
import { nameAt } from '../../../server/src/features/symbols/findNames';
import { highlights } from '../../../server/src/features/symbols/idOccurrences';
import { references, rename } from '../../../server/src/features/symbols/rename';
import { nameDefinition, searchInRun } from '../../../server/src/features/symbols/sortByRun';
import type { LocatedName } from '../../../server/src/model/symbol';
import { runSteps } from '../../../server/src/shared/workInSteps';
import { memoryFile } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { familiesWithDeclared } from '../../kit/declaredProtocols';
import { fileAt, fileWithCursor } from '../../kit/inEachFileKind';
import { testContext } from '../../kit/testContext';
import { labelsAt } from '../askAt';
import { drawn } from '../drawnFeature';
import { FAMILIES, FILES, jsonl, object, plan, request, verdict } from './declaredWorkspace';
import { counts } from './renamed';
import { FILES as BUILT_IN, type Files, pathOf, searchIn } from './searchedWorkspace';

function analysisOf(path: string, files = FILES) {
  return analyse(memoryFile(path, files[path] ?? ''), testContext({ families: FAMILIES })).analysis;
}

function nameIn(path: string, at: string, files = FILES): LocatedName | undefined {
  const content = files[path] ?? '';
  const start = content.indexOf(at.replace('¦', ''));
  if (start < 0) throw new Error(`${path} does not hold ${at}`);
  return nameAt(analysisOf(path, files), fileAt(path, content, start + at.indexOf('¦')).position);
}

/** The name at a place, and the search for it. */
function searched(path: string, at: string, files = FILES) {
  const symbol = nameIn(path, at, files);
  if (!symbol) throw new Error(`no name at ${at}`);
  return { symbol, search: searchInRun(symbol, searchIn(files, { families: FAMILIES })) };
}

function referencesAt(path: string, at: string, includeDeclaration = true): string[] {
  const { symbol, search } = searched(path, at);
  return references(symbol.name, { includeDeclaration }, workspaceScope(search))
    .map(one => drawn(one, FILES))
    .sort();
}

function renamed(path: string, at: string, to: string, files = FILES): Files | string {
  const { symbol, search } = searched(path, at, files);
  const edit = rename(symbol.name, to, workspaceScope(search), { annotates: false });
  if ('refused' in edit) return String(edit.refused);
  const changed = Object.entries(edit.changes ?? {}).map(([uri, edits]) => [
    pathOf(uri),
    applyEdits(files[pathOf(uri)] ?? '', edits),
  ]);
  return { ...files, ...Object.fromEntries(changed) };
}

describe('an id that requests and answers share', () => {
  const all = [
    'asked.json:   "review_id": "«R-1»",',
    'given.yaml: review_id: «R-1»',
    'log.jsonl: {"review_id":"«R-1»","verdict":"approved","',
    'notes.md: {"review_id":"«R-1»","verdict":"approved","',
  ];

  test.each([
    ['asked.json', '"R-¦1"'],
    ['log.jsonl', '"R-¦1"'],
    ['given.yaml', 'R¦-1'],
    ['notes.md', '"R¦-1"'],
  ])('from %s', (path, at) => {
    expect(referencesAt(path, at)).toEqual(all);
    expect(referencesAt(path, at, false)).toEqual(all.slice(1));
    const { symbol, search } = searched(path, at);
    expect(nameDefinition(symbol, search).map(one => drawn(one, FILES))).toEqual(all.slice(0, 1));
  });

  test('is renamed everywhere, and not in prose', () => {
    const after = renamed('log.jsonl', '"R-¦1"', 'R-9') as Files;
    expect(JSON.parse(after['asked.json'] ?? '')).toEqual(request('R-9', { reviewer: 'lin' }));
    expect(after['given.yaml']).toBe(FILES['given.yaml']?.replace('R-1', 'R-9'));
    expect(after['notes.md']).toMatch(/^Of R-1:/);
    expect(renamed('log.jsonl', '"R-¦9"', 'R-1', after)).toEqual(FILES);
  });

  test('is refused what another one is called', () => {
    expect(renamed('asked.json', '"R-¦1"', 'R-2')).toBe('`R-2` is already used in `log.jsonl`.');
  });
});

test('highlights write a definition and read references', () => {
  const found = nameIn('plans/one.jsonl', '"on_task":"t¦1');
  const shown = found && runSteps(highlights(analysisOf('plans/one.jsonl'), found.name));
  expect(shown?.map(({ kind, range }) => [kind, range.start.line])).toEqual([
    [3, 0],
    [2, 0],
    [2, 1],
  ]);
});

test('an id that rules compare means the same in its run', () => {
  expect(referencesAt('plans/two.jsonl', '"on_task":"t¦1')).toHaveLength(3);
  const after = renamed('plans/two.jsonl', '"on_task":"t¦1', 't3') as Files;
  expect(after).toEqual({ ...FILES, 'plans/two.jsonl': FILES['plans/two.jsonl']?.replaceAll('"t1"', '"t3"') });
  expect(renamed('plans/two.jsonl', '"on_task":"t¦1', 't2')).toBe('`t2` is already used in `two.jsonl`.');
});

test('agents and runs are names', () => {
  expect(nameIn('asked.json', '"a¦da"')?.name).toEqual({ kind: 'agent', text: 'ada' });
  expect(nameIn('asked.json', '"l¦in"')?.name).toEqual({ kind: 'agent', text: 'lin' });
  expect(nameIn('asked.json', '"C¦-1"')?.name).toEqual({ kind: 'run', text: 'C-1', of: 'review-queue' });
  expect(referencesAt('asked.json', '"C¦-1"')).toHaveLength(6);
});

test('a tool is that of the agent at whose pointer it stands, as in the catalogue', () => {
  const call = { invoked: 'snooze', owner: 'calendar', with: {}, asked_by: 'ada', call_no: 'c-1' };
  const declaration = {
    id: 'calls',
    kinds: {
      call: {
        schema: object('invoked', 'owner', 'asked_by', 'call_no'),
        signature: { open: true, proof: [{ all: ['/invoked', '/call_no'] }] },
        tells: { agent: '/asked_by', id: '/call_no' },
        toolCall: { agent: '/owner', tool: '/invoked', args: '/with' },
      },
    },
  };
  const families = familiesWithDeclared(declaration);
  const { 'tools/catalogue.json': catalogue = '', 'tools/calls.jsonl': calls = '' } = BUILT_IN;
  const files = { 'tools/catalogue.json': catalogue, 'tools/calls.jsonl': calls, 'own.json': JSON.stringify(call) };
  const name = { kind: 'tool', text: 'snooze', of: 'calendar' } as const;
  expect(counts(name, files, { families })).toEqual({
    'tools/catalogue.json': 1,
    'tools/calls.jsonl': 1,
    'own.json': 1,
  });
  const found = references(name, { includeDeclaration: false }, workspaceScope(searchIn(files, { families })));
  expect(found.map(({ uri }) => pathOf(uri)).sort()).toEqual(['own.json', 'tools/calls.jsonl']);
});

test('other values are none', () => {
  expect(nameIn('asked.json', '"Se¦e"')).toBeUndefined();
  expect(nameIn('log.jsonl', '"appro¦ved"')).toBeUndefined();
});

describe('completion offers the ids of the file that a value may refer to', () => {
  const labels = (text: string) => labelsAt(fileWithCursor('log.jsonl', text), { settings: { families: FAMILIES } });

  test.each<[string, object, string[]]>([
    ['of the request', { ...verdict('|'), change: 'C-1' }, ['R-2', 'R-3']],
    ['of a run', request('R-5', { change: '|' }), ['C-1']],
    ['of agents', request('R-5', { reviewer: '|' }), ['ada', 'lin']],
  ])('%s', (_, value, offered) => {
    const log = jsonl(request('R-2'), verdict('R-2'), request('R-3'));
    expect(labels(log + JSON.stringify(value))).toEqual(expect.arrayContaining(offered));
  });

  test('in the envelope itself, and none where one is defined', () => {
    const planned = (text: string) => JSON.stringify(plan('p-1')).replace('"needs":["t1"', `"needs":[${text}`);
    expect(labels(planned('"|"'))).toEqual(['t1', 't2']);
    expect(labels(planned('"t1"').replace('"name":"t2"', '"name":"|"'))).not.toContain('t1');
  });
});
