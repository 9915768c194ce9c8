import { expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { compileSchema } from '../../server/src/entries/compileSchema';
import type { Workspace } from '../../server/src/model/disk';
import type { Compile } from '../../server/src/model/schema';
import { contextProvider } from '../../server/src/project/contextProvider';
import { DEFAULT_SETTINGS } from '../../server/src/project/readSettings';
import { DECLARATION_GLOBS, declarationsByFolder } from '../../server/src/project/resolveProject';
import { memoryFile, problemLines } from '../kit/analyseText';
import { CATALOGUE } from '../kit/catalogue';
import { memoryWorkspace } from '../kit/memoryWorkspace';

const call = (tool: string, args: object) =>
  JSON.stringify({
    call_id: 't_4k7m2p9x1c',
    agent: 'comms',
    tool,
    args,
    ts: '2026-06-01T07:30:00Z',
    confirm_required: false,
  });
const BARE = '[{"name": "snooze", "description": "Hides it.", "parameters": {"type": "object"}}]';
const UNKNOWN = ['1:50 toolcall/unknown-tool error'];

/** What is said of texts under contexts that see these files, which may be others each time. */
function session(
  files: () => Record<string, string>,
  declared: readonly string[] = [],
  compile: Compile = compileSchema,
) {
  let seen: Record<string, string> | undefined;
  let workspace: Workspace = memoryWorkspace();
  const contextOf = contextProvider({
    workspace() {
      if (seen === files()) return workspace;
      seen = files();
      workspace = { ...memoryWorkspace(seen), declaringFiles: () => declared.map(path => `file:///work/${path}`) };
      return workspace;
    },
    compile,
    warn: message => expect.fail(message),
  });
  return (text: string, settings: Partial<typeof DEFAULT_SETTINGS> = {}, name = 'a.json') =>
    problemLines(
      analyse(memoryFile(name, text), contextOf({ ...DEFAULT_SETTINGS, ...settings }, `file:///work/${name}`).context)
        .analysis,
    );
}

test.each<[string, Record<string, string>, Partial<typeof DEFAULT_SETTINGS>, string[]]>([
  ['the settings name', { 'tools/all.json': CATALOGUE }, { toolCatalogues: ['tools/all.json'] }, UNKNOWN],
  [
    'the folder’s own file names',
    { 'all.json': CATALOGUE, '.agent-envelopes.json': '{"toolCatalogues": ["./all.json"]}' },
    {},
    UNKNOWN,
  ],
  ['is declared in the workspace', { 'deep/tool_catalog.json': CATALOGUE }, {}, UNKNOWN],
  ['is named like one, but is none', { 'deep/tool_catalog.json': '{"products": []}' }, {}, []],
  ['is declared by the name of tools', { 'deep/Agent-tools.v2.json': CATALOGUE }, {}, UNKNOWN],
  ['is named tools, but is none', { 'deep/Agent-tools.v2.json': '{"tools": ["jq", "make"]}' }, {}, []],
  ['is the bare tools that a model is handed', { 'deep/Agent-tools.v2.json': `{"tools": ${BARE}}` }, {}, []],
  ['is a list of such tools', { 'deep/Agent-tools.v2.json': BARE }, {}, []],
  [
    'has no tool yet, but is named by the settings',
    { 'all.json': '{"comms": []}' },
    { toolCatalogues: ['all.json'] },
    UNKNOWN,
  ],
  ['nobody names', { 'all.json': CATALOGUE }, {}, []],
  ['is not there', {}, { toolCatalogues: ['tools/all.json'] }, []],
  ['is not there beside one that is', { 'all.json': CATALOGUE }, { toolCatalogues: ['all.json', 'more.json'] }, []],
  ['begins with a byte order mark', { 'all.json': `\uFEFF${CATALOGUE}` }, { toolCatalogues: ['all.json'] }, UNKNOWN],
  ['is half written', { 'all.json': CATALOGUE.slice(0, -3) }, { toolCatalogues: ['all.json'] }, []],
  [
    'lists a prototype',
    { 'all.json': '{"__proto__": [{"name": "x", "description": "", "parameters": {}}]}' },
    { toolCatalogues: ['all.json'] },
    ['1:35 toolcall/unknown-tool error'],
  ],
])('a catalogue that %s', (_, files, settings, problems) => {
  const said = session(() => files, ['deep/tool_catalog.json', 'deep/Agent-tools.v2.json']);
  expect(said(call('telepathy', {}), settings)).toEqual(problems);
});

test('what the settings name is a catalogue outright, also while a tool in it is half written', () => {
  const half = '{"comms": [{"name": "snooze", "description": ""}]}';
  const said = session(() => ({ 'all.json': half }));
  const settings = { toolCatalogues: ['all.json'] };
  expect(said(half, settings, 'all.json')).toEqual(['1:12 schema/required error']);
  expect(said(half, settings, 'other.json')).toEqual([]);
  expect(said(call('snooze', {}), settings)).toEqual([]);
  expect(said(call('telepathy', {}), settings)).toEqual(UNKNOWN);
  // Who says that it is none has the last word.
  expect(said(half, { ...settings, associations: { 'all.json': 'none' } }, 'all.json')).toEqual([]);
});

test('another text of a catalogue takes effect at once, and compiles only what is another schema', () => {
  let files: Record<string, string> = { 'all.json': CATALOGUE };
  const compiled: unknown[] = [];
  const said = session(
    () => files,
    [],
    schema => {
      compiled.push(schema);
      return compileSchema(schema);
    },
  );
  const settings = { toolCatalogues: ['all.json'] };
  const short = call('snooze', { item_id: 'n', ttl_seconds: 30 });
  expect(said(short, settings)).toEqual(['1:95 toolcall/arguments error']);
  expect(said(short, settings)).toHaveLength(1);
  expect(compiled).toHaveLength(1);
  files = { 'all.json': CATALOGUE.replace('Drafts', 'Writes') };
  expect(said(short, settings)).toHaveLength(1);
  expect(compiled).toHaveLength(1);
  files = { 'all.json': CATALOGUE.replace('"minimum": 60', '"minimum": 30') };
  expect(said(short, settings)).toEqual([]);
  expect(compiled).toHaveLength(2);
});

test('without calls and catalogues nothing is compiled', () => {
  const said = session(
    () => ({ 'all.json': CATALOGUE }),
    [],
    () => expect.fail('compiled'),
  );
  expect(
    said('{"from": "build", "to": "fix", "payload": {"confidence": 2}}', { toolCatalogues: ['all.json'] }),
  ).not.toEqual([]);
});

test('a file that is named like a catalogue, and lists no tool, changes no context', () => {
  let files: Record<string, string> = { 'tools.json': '{"a": 1}' };
  let workspace: Workspace = memoryWorkspace();
  const disk = { ...workspace.disk, text: (uri: string) => files[uri.slice('file:///work/'.length)] ?? null };
  workspace = { ...workspace, disk, declaringFiles: () => ['file:///work/tools.json'] };
  const contextOf = contextProvider({
    workspace: () => workspace,
    compile: compileSchema,
    warn: message => expect.fail(message),
  });
  const before = contextOf(DEFAULT_SETTINGS, 'file:///work/a.json').context;
  files = { 'tools.json': '{"a": 2}' };
  expect(contextOf(DEFAULT_SETTINGS, 'file:///work/a.json').context).toBe(before);
  files = { 'tools.json': CATALOGUE };
  expect(contextOf(DEFAULT_SETTINGS, 'file:///work/a.json').context).not.toBe(before);
});

test('of many files those that are called a catalogue come before those with tools', () => {
  const tools = Array.from({ length: 300 }, (_, at) => `file:///work/a/tools${at}.json`);
  const found = declarationsByFolder([
    ...tools,
    'file:///work/z/catalogue.json',
    'file:///work/z/x.agent-protocol.json',
  ])('file:///work');
  expect(found.slice(0, 2)).toEqual(['file:///work/z/x.agent-protocol.json', 'file:///work/z/catalogue.json']);
  expect(found).toHaveLength(102);
  expect(DECLARATION_GLOBS).toContain('*tools*.json');
});
