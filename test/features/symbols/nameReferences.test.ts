import { describe, expect, test } from 'vitest';
import type { Location } from 'vscode-languageserver-types';
import { workspaceScope } from '../../../server/src/features/symbols/featureScope';
import { nameAt } from '../../../server/src/features/symbols/findNames';
import { references } from '../../../server/src/features/symbols/rename';
import { nameDefinition } from '../../../server/src/features/symbols/sortByRun';
import type { LocatedName } from '../../../server/src/model/symbol';
import { asked, drawn } from '../drawnFeature';
import { FILES, type Files, searchIn } from './searchedWorkspace';

function nameIn(path: string, at: string, files: Files): LocatedName {
  const { analysis, position } = asked(path, at, files);
  const found = nameAt(analysis, position);
  if (!found) throw new Error(`no name at ${at}`);
  return found;
}

function referencesAt(path: string, at: string, includeDeclaration = true, files = FILES): string[] {
  const { name } = nameIn(path, at, files);
  const found = references(name, { includeDeclaration }, workspaceScope(searchIn(files)));
  return found.map(location => shown(location, files));
}

function definitionAt(path: string, at: string, files = FILES): string[] {
  const found = nameDefinition(nameIn(path, at, files), searchIn(files));
  return found.map(location => shown(location, files));
}

/** The file, the line from 1 and what stands before the name. */
function shown({ uri, range }: Location, files: Files): string {
  const before = /([\w ]*)\W*«/.exec(drawn({ uri, range }, files).replace(/^.*?: /, ''))?.[1]?.trim();
  return [uri.slice(uri.lastIndexOf('/') + 1), range.start.line + 1, ...(before ? [before] : [])].join(' ');
}

describe('every place of a name', () => {
  test.each<[string, string, string, string[]]>([
    [
      'a workflow, in the order of its run',
      'messages/later.jsonl',
      '"wf¦_1"',
      [
        ...[
          'first.json 11 workflowId',
          'later.jsonl 2 workflowId',
          'later.jsonl 1 workflowId',
          'later.jsonl 4 workflowId',
        ],
        'notes.md 15 workflowId',
      ],
    ],
    [
      'a call with its result',
      'tools/results.jsonl',
      '"t_00000¦00001"',
      ['calls.jsonl 1 call_id', 'results.jsonl 1 call_id'],
    ],
    ['a tool of one agent', 'tools/calls.jsonl', '"sn¦ooze"', ['calls.jsonl 1 tool', 'catalogue.json 4 name']],
    [
      'a trace',
      'io/plan.request.json',
      '"trip¦-7"',
      ['plan.request.json 5 trace_id', ...[1, 2, 3].map(line => `events.jsonl ${line} trace_id`)],
    ],
    [
      'a feature',
      'specs/005/.workflow/plan.input.json',
      '"005¦-invites"',
      ['plan.input.json 3 feature_id', 'plan.return.json 7 Feature ID', 'index.md 5 Feature ID'],
    ],
  ])('%s', (_, path, at, places) => expect(referencesAt(path, at)).toEqual(places));

  test('an agent in files of every kind', () => {
    const files = referencesAt('messages/first.json', '"bui¦ld"').map(place => place.split(' ')[0]);
    expect(
      Object.fromEntries([...new Set(files)].map(file => [file, files.filter(one => one === file).length])),
    ).toEqual({
      'first.json': 1,
      'later.jsonl': 3,
      'notes.md': 1,
      'plan.return.json': 5 + 1,
      'index.md': 4,
    });
  });

  test('without what defines it', () => {
    expect(referencesAt('tools/results.jsonl', '"t_00000¦00001"', false)).toHaveLength(1);
    expect(referencesAt('messages/first.json', '"ms¦g_1"', false)).toEqual([]);
  });
});

describe('where a name comes from', () => {
  test.each<[string, string, string, string[]]>([
    ['a call, not its result', 'tools/results.jsonl', '"t_00000¦00001"', ['calls.jsonl 1 call_id']],
    ['a message is where it is', 'messages/later.jsonl', '"ms¦g_2"', ['later.jsonl 2 id']],
    ['a workflow begins in another file', 'messages/later.jsonl', '"wf¦_1"', ['first.json 11 workflowId']],
    ['asked from its audit', 'messages/later.jsonl', 'cp_1","workflowId":"¦wf_1', ['first.json 11 workflowId']],
    ['a trace', 'io/events.jsonl', '"trip¦-7"', ['plan.request.json 5 trace_id']],
    ['a feature', 'specs/005/.workflow/plan.input.json', '"005¦-invites"', ['index.md 5 Feature ID']],
    ['a tool of this agent', 'tools/calls.jsonl', '"sn¦ooze"', ['catalogue.json 4 name']],
    ['a tool of another agent', 'tools/calls.jsonl', 'comms","tool":"sn¦ooze', ['catalogue.json 20 name']],
    ['a tool that is in no catalogue', 'io/events.jsonl', '"sea¦rch"', []],
    ['an agent by its catalogue', 'tools/calls.jsonl', '"calen¦dar"', ['catalogue.json 2']],
    ['an agent by its file', 'messages/later.jsonl', '"f¦ix"', ['fix.md 1']],
    ['an agent where it first acts', 'messages/first.json', '"bui¦ld"', ['later.jsonl 2 from']],
    ['an agent that never acts', 'messages/later.jsonl', '"nextAgent":"¦review', ['later.jsonl 1 nextAgent']],
    ['asked outside of all runs', 'docs/notes.md', '"bui¦ld"', ['later.jsonl 5 from']],
  ])('%s', (_, path, at, places) => expect(definitionAt(path, at)).toEqual(places));
});

describe('names that look like something else', () => {
  const names = [
    '__proto__',
    'constructor',
    'toString',
    'a"b\\c',
    '.*+?[(',
    '漢字',
    '💥',
    '\u00e9t\u00e9',
    '$&',
    '-->',
    'a/b',
    '<b>',
  ];

  test.each(names)('%j is found however it is escaped', from => {
    const plain = { ...JSON.parse(FILES['messages/first.json'] ?? ''), from };
    const ascii = JSON.stringify({ ...plain, id: 'msg_7' }).replace(/[^\0-\x7f]/g, unit => `\\u${hex(unit)}`);
    const all = JSON.stringify({ ...plain, id: 'msg_8', from: '@' }).replace(
      '"@"',
      `"${from.replace(/[\s\S]/g, unit => `\\u${hex(unit).toUpperCase()}`)}"`,
    );
    const slashes = JSON.stringify({ ...plain, id: 'msg_6' })
      .replaceAll('/', '\\/')
      .replaceAll('<', '\\u003c');
    const files = {
      'a.json': JSON.stringify(plain),
      'b.jsonl': [ascii, slashes, all].join('\n'),
      'c.md': `\`\`\`json\n${all}\n\`\`\`\n`,
    };
    const found = references(
      { kind: 'agent', text: from },
      { includeDeclaration: true },
      workspaceScope(searchIn(files)),
    );
    expect(found.map(({ uri }) => uri.slice(-5))).toHaveLength(5);
  });
});

function hex(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, '0');
}

test('what is only maybe an envelope counts in a log that holds sure ones', () => {
  const sure = JSON.parse(FILES['messages/first.json'] ?? '');
  const maybe = { id: 'msg_5', from: 'fix', to: 'audit', intent: 'task' };
  const alone = searchIn({ 'a.jsonl': JSON.stringify(maybe) });
  const beside = searchIn({ 'a.jsonl': `${JSON.stringify(sure)}\n${JSON.stringify(maybe)}` });
  const find = (search: typeof alone) =>
    references({ kind: 'agent', text: 'audit' }, { includeDeclaration: true }, workspaceScope(search));
  expect(find(alone)).toEqual([]);
  expect(find(beside)).toHaveLength(1);
});
