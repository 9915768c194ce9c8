import { describe, expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver-types';
import { codeActions } from '../../../server/src/features/fixes/codeActions';
import { rangeOf } from '../../../server/src/parts/positions';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { CATALOGUE } from '../../kit/catalogue';
import { inEachFileKind } from '../../kit/inEachFileKind';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { type TestSettings, testContext } from '../../kit/testContext';

const SETTINGS = 'file:///work/.agent-envelopes.json';
const FILES = { 'catalogue.json': CATALOGUE };
const message = (from: string, intent = 'task') =>
  `|{"from": "${from}", "to": "conductor", "intent": "${intent}", "payload": {"confidence": 0.95}}`;
const call = (agent: string, tool: string, args: object = {}) =>
  `{"call_id": "t_4k7m2p9x1c", "agent": "${agent}", "tool": "${tool}", "args": ${JSON.stringify(args)}, "ts": "2026-06-01T07:30:00Z", "confirm_required": false}`;

interface Asked {
  files?: Record<string, string>;
  settings?: TestSettings;
  createsFiles?: boolean;
}

/** The quick fixes of the first problem of a rule. */
function actionsFor(
  rule: string,
  { name, text }: { name: string; text: string },
  { files = FILES, settings = {}, createsFiles = true }: Asked = {},
): CodeAction[] {
  const analysis = analyseText(name, text, settings);
  const problem = problemsIn(analysis).find(one => one.rule === rule);
  if (!problem) throw new Error(`${rule} is not found in ${text}`);
  return codeActions(analysis, rangeOf(problem.part, problem.span), {
    context: testContext(settings),
    client: { opensDocs: false, takesSnippets: false, resolves: false, now: () => 0 },
    asked: { diagnostics: [] },
    others: { workspace: memoryWorkspace(files), createsFiles },
  });
}

/** The text of the other file after an action. */
function textAfter(action: CodeAction | undefined, files: Record<string, string>, uri: string): string {
  const { changes, documentChanges } = action?.edit ?? {};
  const edits =
    changes?.[uri] ??
    documentChanges?.flatMap(one => ('edits' in one && one.textDocument.uri === uri ? one.edits : [])) ??
    [];
  expect(edits.length).toBeGreaterThan(0);
  return applyEdits(
    files[uri.slice('file:///work/'.length)] ?? '',
    edits.flatMap(edit => ('newText' in edit ? [edit] : [])),
  );
}

describe('an agent of one’s own', () => {
  test.each(inEachFileKind(message('researcher')))(
    'is added to the settings of the folder by the first fix, in $name',
    file => {
      const [first] = actionsFor('agent-message/unknown-agent', file, { files: {} });
      expect(first?.title).toBe('Add "researcher" to "agents" in .agent-envelopes.json');
      expect(first?.isPreferred).not.toBe(true);
      const text = textAfter(first, {}, SETTINGS);
      expect(JSON.parse(text)).toEqual({ agents: ['researcher'] });
      const after = analyseText(file.name, file.text, { agents: JSON.parse(text).agents });
      expect(problemsIn(after).map(({ rule }) => rule)).not.toContain('agent-message/unknown-agent');
    },
  );

  test('comes after what was likely meant', () => {
    const [file] = inEachFileKind(message('biuld'));
    const titles = actionsFor('agent-message/unknown-agent', file as never).map(({ title }) => title);
    expect(titles.slice(0, 2)).toEqual(['Change to "build"', 'Add "biuld" to "agents" in .agent-envelopes.json']);
  });

  test.each<[string, string, string]>([
    [
      'no list yet',
      '{\n    "rules": {}\n}\n',
      '{\n    "rules": {},\n    "agents": [\n        "researcher"\n    ]\n}\n',
    ],
    ['a list', '{ "agents": ["a"] }', '{ "agents": ["a", "researcher"] }'],
    ['an empty list, and comments', '{ /* ours */ "agents": [] }', '{ /* ours */ "agents": ["researcher"] }'],
    ['nothing', ' \n', '{"agents":["researcher"]}'],
  ])('joins what stands there: %s', (_, before, after) => {
    const files = { '.agent-envelopes.json': before };
    const [file] = inEachFileKind(message('researcher'));
    const [first] = actionsFor('agent-message/unknown-agent', file as never, { files });
    expect(textAfter(first, files, SETTINGS).replaceAll(/\s+/g, '')).toBe(after.replaceAll(/\s+/g, ''));
  });

  test.each<[string, Asked]>([
    ['the settings are broken', { files: { '.agent-envelopes.json': '{ "agents": [' } }],
    ['something else stands there', { files: { '.agent-envelopes.json': '{ "agents": "all" }' } }],
    ['the client makes no files', { files: {}, createsFiles: false }],
  ])('is not offered where %s', (_, asked) => {
    const [file] = inEachFileKind(message('researcher'));
    expect(actionsFor('agent-message/unknown-agent', file as never, asked)).toEqual([]);
  });

  test('is offered once for a message that names it twice', () => {
    const text = '{"from": "researcher", "to": "researcher", "payload": {"confidence": 0.95}}';
    const analysis = analyseText('a.json', text);
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: text.length } };
    const actions = codeActions(analysis, range, {
      context: testContext(),
      client: { opensDocs: false, takesSnippets: false, resolves: false, now: () => 0 },
      asked: { diagnostics: [] },
      others: { workspace: memoryWorkspace({}), createsFiles: true },
    }).filter(({ title }) => title.includes('"agents" in'));
    expect(actions.map(({ diagnostics }) => diagnostics?.length)).toEqual([2]);
  });
});

test('an intent of one’s own is added in the same way', () => {
  const [file] = inEachFileKind(message('build', 'fly_to_the_moon'));
  const [first] = actionsFor('agent-message/unknown-intent', file as never, { files: {} });
  expect(first?.title).toBe('Add "fly_to_the_moon" to "intents" in .agent-envelopes.json');
  expect(JSON.parse(textAfter(first, {}, SETTINGS))).toEqual({ intents: ['fly_to_the_moon'] });
});

describe('a tool that the catalogue lacks', () => {
  test.each<[string, string, string, object, object]>([
    [
      'is added to those of its agent, with the arguments of the call',
      'finance',
      'telepathy',
      { to: 'all', times: 3, loud: true, ratio: 0.5, list: [], note: null },
      {
        type: 'object',
        required: ['to', 'times', 'loud', 'ratio', 'list', 'note'],
        properties: {
          to: { type: 'string' },
          times: { type: 'integer' },
          loud: { type: 'boolean' },
          ratio: { type: 'number' },
          list: { type: 'array' },
          note: { type: 'null' },
        },
      },
    ],
    ['is added with its agent', 'wellness', 'telepathy', {}, { type: 'object', properties: {} }],
  ])('%s', (_, agent, tool, args, parameters) => {
    const settings = { catalogue: CATALOGUE };
    const file = { name: 'a.json', text: call(agent, tool, args) };
    const [first] = actionsFor('toolcall/unknown-tool', file, { settings });
    expect(first?.title).toBe(`Add "${tool}" of "${agent}" to catalogue.json`);
    const catalogue = textAfter(first, FILES, 'file:///work/catalogue.json');
    const before = JSON.parse(CATALOGUE);
    expect(JSON.parse(catalogue)).toEqual({
      ...before,
      [agent]: [...(before[agent] ?? []), { name: tool, description: '', parameters }],
    });
    expect(problemsIn(analyseText(file.name, file.text, { catalogue }))).toEqual([]);
  });

  test('comes after what was likely meant', () => {
    const file = { name: 'a.json', text: call('comms', 'snoze') };
    const titles = actionsFor('toolcall/unknown-tool', file, { settings: { catalogue: CATALOGUE } });
    expect(titles.map(({ title }) => title)).toEqual([
      'Change "tool" to "snooze"',
      'Add "snoze" of "comms" to catalogue.json',
    ]);
  });

  test('is not added to a file outside of the workspace, or one that is broken by now', () => {
    const settings = { catalogue: CATALOGUE };
    const file = { name: 'a.json', text: call('comms', 'telepathy') };
    expect(actionsFor('toolcall/unknown-tool', file, { settings, files: {} })).toEqual([]);
    expect(
      actionsFor('toolcall/unknown-tool', file, { settings, files: { 'catalogue.json': '{ "comms": [' } }),
    ).toEqual([]);
  });
});
