import { describe, expect, test } from 'vitest';
import type { SnippetTextEdit, TextDocumentEdit } from 'vscode-languageserver-types';
import { analyse } from '../../../server/src/analysis/analyse';
import { codeActions } from '../../../server/src/features/fixes/codeActions';
import {
  catalogueAgentDefinition,
  definitionUnderCursor,
  toolDefinition,
} from '../../../server/src/features/symbols/catalogueDefinition';
import { atPath } from '../../../server/src/text/jsonPointer';
import { analyseText, memoryFile, problemsIn } from '../../kit/analyseText';
import { acceptCompletion, applyEdits } from '../../kit/applyEdits';
import { CATALOGUE } from '../../kit/catalogue';
import { expandSnippet } from '../../kit/expandSnippet';
import { envelopeIn, type FileWithCursor, fileWithCursor, inEachFileKind } from '../../kit/inEachFileKind';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { type TestSettings, testContext } from '../../kit/testContext';
import { itemsAt, labelsAt, saidAt } from '../askAt';

const settings = { catalogue: CATALOGUE };
const BASE = '"call_id": "t_0123456789", "confirm_required": false';

describe('in a call the catalogue is offered', () => {
  test.each<[string, string, string[]]>([
    ['its agents, those with tools first', `{"agent": |, ${BASE}}`, ['comms', 'calendar', 'finance']],
    ['the tools of the agent', `{"agent": "comms", "tool": |, ${BASE}}`, ['snooze', 'draft_reply']],
    ['the tools of all', `{"tool": |, ${BASE}}`, ['snooze', 'draft_reply', 'find_overlaps']],
    ['no tools where there are none', `{"agent": "finance", "tool": |, ${BASE}}`, ['""']],
    [
      'the required arguments first',
      `{"agent": "comms", "tool": "snooze", "args": {|}, ${BASE}}`,
      ['item_id', 'ttl_seconds', 'note', 'loud'],
    ],
    [
      'arguments without the agent',
      `{"tool": "snooze", "args": {|}, ${BASE}}`,
      ['item_id', 'ttl_seconds', 'note', 'loud'],
    ],
    [
      'values to choose from',
      `{"agent": "comms", "tool": "draft_reply", "args": {"tone": |}, ${BASE}}`,
      ['casual', 'formal', 'brief'],
    ],
    [
      'the default first',
      `{"agent": "comms", "tool": "draft_reply", "args": {"length_max": |}, ${BASE}}`,
      ['140', '280'],
    ],
    ['true and false', `{"agent": "comms", "tool": "snooze", "args": {"loud": |}, ${BASE}}`, ['true', 'false']],
    ['what a reference leads to', `{"agent": "comms", "tool": "draft_reply", "args": {"to": {|}}, ${BASE}}`, ['name']],
    ['items', `{"agent": "calendar", "tool": "find_overlaps", "args": {"events": [{|}]}, ${BASE}}`, ['start', 'place']],
    ['nothing to a tool that there is not', `{"agent": "comms", "tool": "x", "args": {|}, ${BASE}}`, []],
    [
      'a call that was rejected',
      `{"quarantined_at": "", "call": {"agent": "comms", "tool": |, ${BASE}}}`,
      ['snooze', 'draft_reply'],
    ],
  ])('%s: %s', (_, json, labels) => {
    for (const file of inEachFileKind(json)) expect(labelsAt(file, { settings }), file.name).toEqual(labels);
  });

  test.each<[string, string, string, (string | number)[], unknown]>([
    ['args', `{"agent": "comms", "tool": "snooze", |${BASE}}`, 'args', ['args'], { item_id: '', ttl_seconds: 60 }],
    [
      'its value',
      `{"agent": "comms", "tool": "snooze", "args": |, ${BASE}}`,
      '{ … }',
      ['args'],
      { item_id: '', ttl_seconds: 60 },
    ],
    ['a choice', `{"agent": "comms", "tool": "draft_reply", |${BASE}}`, 'args', ['args'], { tone: 'casual' }],
    [
      'an argument',
      `{"agent": "comms", "tool": "draft_reply", "args": {|}, ${BASE}}`,
      'to',
      ['args', 'to'],
      { name: '' },
    ],
    ['a tool', `{"agent": "comms", "tool": "sn|", ${BASE}}`, 'snooze', ['tool'], 'snooze'],
    ['an agent', `{"agent": "c|", ${BASE}}`, 'calendar', ['agent'], 'calendar'],
  ])('and written as it must be: %s', (_, json, pick, path, holds) => {
    for (const file of inEachFileKind(json)) {
      const item = itemsAt(file, { settings }).find(({ label }) => label === pick);
      const text = item && acceptCompletion(file.text, item, file.position);
      expect(text && atPath(envelopeIn(file, text), path), file.name).toEqual(holds);
    }
  });

  test('with tab stops, and a choice where there are several values', () => {
    const newText = (tool: string) => {
      const file = fileWithCursor('a.json', `{"agent": "comms", "tool": "${tool}", "args": |, ${BASE}}`);
      const edit = itemsAt(file, { settings })[0]?.textEdit;
      return edit && 'newText' in edit ? edit.newText : undefined;
    };
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: snippets
    expect(newText('snooze')).toBe('{\n  "item_id": "$1",\n  "ttl_seconds": ${2:60}\n}');
    expect(newText('draft_reply')).toBe('{\n  "tone": ${1|"casual","formal","brief"|}\n}');
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: snippets
  });

  test('with what is told of each', () => {
    const [first] = itemsAt(fileWithCursor('a.json', `{"tool": |, ${BASE}}`), { settings });
    expect(first).toMatchObject({
      labelDetails: { description: 'comms: Hides a notification for a while.' },
      documentation: { value: 'comms: Hides a notification for a while\\.' },
    });
  });

  test('not without a catalogue', () => {
    expect(labelsAt(fileWithCursor('a.json', `{"agent": "comms", "tool": "snooze", "args": {|}, ${BASE}}`))).toEqual(
      [],
    );
  });
});

describe('a hover tells', () => {
  const said = (json: string) => inEachFileKind(json).map(file => saidAt(file, { settings }));

  test('of a tool what it does and what it takes', () => {
    for (const text of said(`{"agent": "comms", "tool": "|snooze", ${BASE}}`)) {
      expect(text).toContain('Hides a notification for a while\\.');
      expect(text).toContain(
        '| `item_id` | string | yes | Which \\*one\\*\\. |\n| `ttl_seconds` | integer | yes | How long\\. |',
      );
      expect(text).toContain('| `note` | string |  |  |');
    }
  });

  test('of an agent its tools', () => {
    for (const text of said(`{"agent": "|comms", "tool": "snooze", ${BASE}}`))
      expect(text).toContain('- `snooze` Hides a notification for a while\\.\n- `draft_reply` Drafts a reply\\.');
    for (const text of said(`{"agent": "|finance", ${BASE}}`))
      expect(text).toContain('The catalogue lists no tools of `finance`.');
  });

  test('of an argument and its value what the catalogue says', () => {
    for (const key of ['"|ttl_seconds": 60', '"ttl_seconds": |60'])
      for (const text of said(`{"agent": "comms", "tool": "snooze", "args": {${key}}, ${BASE}}`)) {
        expect(text).toContain('integer · required');
        expect(text).toContain('How long\\.');
        expect(text).toContain('From 60 to 86400.');
      }
  });

  test('nothing that a file could make into markup', () => {
    const description = '[x](command:run) <img src=y> `|` **b** \\|';
    const parameters = { properties: { 'p|`q': { description, type: '<i>', title: description } } };
    const catalogue = JSON.stringify({ comms: [{ name: 'a`b\\|', description, parameters }] });
    const base = `${BASE}, "agent": "comms", "tool": "a\`b\\\\\\u007c"`;
    const tool = saidAt(fileWithCursor('a.json', `{${base}}`.replace('"tool": "', '"tool": "|')), {
      settings: { catalogue },
    });
    const argument = saidAt(fileWithCursor('a.json', `{${base}, "args": {"|p\\u007c\`q": 1}}`), {
      settings: { catalogue },
    });
    for (const text of [tool, argument]) {
      expect(text).toContain('\\[x\\]\\(command\\:run\\) \\<img src=y\\>');
      expect(text).not.toMatch(/(?<!\\)<(?:img|i)|(?<!\\)\]\(|(?<!\\)\*\*b/);
    }
    const rows = tool.split('\n').filter(line => line.startsWith('|'));
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row.match(/(?<!\\)(?:\\\\)*\|/g), row).toHaveLength(5);
  });
});

describe('a definition leads into the catalogue', () => {
  /** The line of the catalogue that a cursor leads to, with the place in «». */
  const leads = (json: string, to = places) => inEachFileKind(json).map(file => to(file));
  const around = (file: FileWithCursor) => analyse(memoryFile(file.name, file.text), testContext(settings)).analysis;
  const places = (file: FileWithCursor) =>
    definitionUnderCursor(around(file), file.position, memoryWorkspace()).map(shown);
  const agents = (file: FileWithCursor) =>
    [catalogueAgentDefinition(around(file), file.position)].flatMap(one => (one ? shown(one) : []));

  test.each<[string, string, string[]]>([
    ['a tool', `{"agent": "comms", "tool": "sno|oze", ${BASE}}`, ['"name": "«snooze»",']],
    ['a tool of another agent', `{"agent": "finance", "tool": "sno|oze", ${BASE}}`, []],
    ['an argument', `{"agent": "comms", "tool": "snooze", "args": {"no|te": ""}, ${BASE}}`, ['"«note»": {']],
    ['its value', `{"agent": "comms", "tool": "snooze", "args": {"note": "a|b"}, ${BASE}}`, ['"«note»": {']],
    ['the arguments', `{"agent": "comms", "tool": "snooze", "ar|gs": {}, ${BASE}}`, ['"«parameters»": {']],
    [
      'an argument behind a reference',
      `{"agent": "comms", "tool": "draft_reply", "args": {"to": {"na|me": ""}}, ${BASE}}`,
      ['"«name»": {'],
    ],
    [
      'an argument in a list',
      `{"agent": "calendar", "tool": "find_overlaps", "args": {"events": [{"pla|ce": ""}]}, ${BASE}}`,
      ['"«place»": {'],
    ],
    ['what it says nothing of', `{"agent": "comms", "tool": "snooze", "args": {"x|y": ""}, ${BASE}}`, []],
    ['what every object has', `{"agent": "comms", "tool": "snooze", "args": {"con|structor": ""}, ${BASE}}`, []],
  ])('from %s: %s', (_, json, expected) => {
    for (const found of leads(json)) expect(found).toEqual(expected);
  });

  test('from an agent', () => {
    for (const found of leads(`{"agent": "com|ms", ${BASE}}`, agents)) expect(found).toEqual(['"«comms»": [']);
    for (const found of leads(`{"agent": "wel|lness", ${BASE}}`, agents)) expect(found).toEqual([]);
  });
});

function shown({
  uri,
  range,
}: {
  uri: string;
  range: { start: { line: number; character: number }; end: { character: number } };
}) {
  expect(uri).toBe('file:///work/catalogue.json');
  const line = CATALOGUE.split('\n')[range.start.line] ?? '';
  const [start, end] = [range.start.character, range.end.character];
  return `${line.slice(0, start)}«${line.slice(start, end)}»${line.slice(end)}`.trim();
}

describe('arguments that a call lacks', () => {
  const parameters = {
    type: 'object',
    required: ['name', 'code', 'mail', 'day', 'cents', 'share', 'below', 'even', 'lines', 'to', 'tone', 'loud', 'what'],
    properties: {
      name: { type: 'string', minLength: 3, maxLength: 8 },
      code: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['ABC'] },
      mail: { type: 'string', format: 'email' },
      day: { type: 'string', format: 'date' },
      cents: { type: 'integer', exclusiveMinimum: 0 },
      share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
      below: { type: 'number', maximum: -5 },
      even: { type: 'integer', minimum: 3, multipleOf: 2 },
      lines: {
        type: 'array',
        minItems: 2,
        items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string', minLength: 1 } } },
      },
      to: { type: 'object', required: ['at'], properties: { at: { type: 'string', format: 'date-time' } } },
      tone: { enum: ['casual', 'formal'] },
      loud: { type: 'boolean' },
      what: {},
    },
    additionalProperties: false,
  };
  const settings = { catalogue: JSON.stringify({ comms: [{ name: 'send', description: 'Sends', parameters }] }) };
  const call = (args: object) =>
    JSON.stringify({
      call_id: 't_0123456789',
      agent: 'comms',
      tool: 'send',
      args,
      ts: '2026-06-01T10:00:00Z',
      confirm_required: false,
    });

  test.each([
    ['all', {}, 'Add all 13 missing properties'],
    [
      'those that are left',
      { name: 'Mimi', cents: 3, what: 1, tone: 'formal', loud: true },
      'Add all 8 missing properties',
    ],
  ])('are added at once, with values that fit: %s', (_, args, title) => {
    for (const takesSnippets of [false, true]) {
      const text = call(args);
      const acted = completedBy(text, title, { settings, takesSnippets });
      expect(problemsIn(analyseText('call.json', acted, settings)).map(({ message }) => message)).toEqual([]);
      expect(JSON.parse(acted).args).toMatchObject(args);
    }
  });
});

function completedBy(
  text: string,
  title: string,
  { settings, takesSnippets }: { settings: TestSettings; takesSnippets: boolean },
): string {
  const analysis = analyseText('call.json', text, settings);
  const whole = { start: { line: 0, character: 0 }, end: { line: 0, character: text.length } };
  const client = { opensDocs: false, takesSnippets, resolves: false, now: Date.now };
  const actions = codeActions(analysis, whole, { context: testContext(settings), client, asked: { diagnostics: [] } });
  const { edit } = actions.find(one => one.title === title) ?? {};
  const plain = edit?.changes?.[analysis.file.uri];
  if (plain) return applyEdits(text, plain);
  const [change] = (edit?.documentChanges ?? []) as TextDocumentEdit[];
  const parts = ((change?.edits ?? []) as SnippetTextEdit[]).map(({ range, snippet }) => ({
    range,
    newText: expandSnippet(snippet.value),
  }));
  return applyEdits(text, parts);
}

test('agents of the catalogue are offered wherever an agent goes', () => {
  const message = '{"from": "|", "to": "fix", "payload": {"confidence": 0.5, "needsReview": true}}';
  for (const file of inEachFileKind(message))
    expect(labelsAt(file, { settings })).toEqual(expect.arrayContaining(['comms', 'finance']));
  const trace =
    '{"trace_id": "tr_0123456789ab", "ts": "2026-06-01T10:00:00Z", "signals": [{"agent": "|"}], "chosen": "x", "candidates": []}';
  for (const file of inEachFileKind(trace))
    expect(labelsAt(file, { settings })).toEqual(expect.arrayContaining(['comms', 'finance']));
});

describe('lists of tools in other formats', () => {
  const inputSchema = {
    type: 'object',
    required: ['item_id'],
    properties: { item_id: { type: 'string', description: 'Which one.' }, loud: { type: 'boolean' } },
  };
  const catalogue = JSON.stringify({ tools: [{ name: 'snooze', description: 'Hides it.', inputSchema }] });
  const around = { settings: { catalogue } };
  const params = (more: string) => `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {${more}}}`;
  const calls = (more: string) => `{"agent": "comms", ${more}, ${BASE}}`;

  test.each<[string, string[]]>([
    [calls('"tool": |'), ['snooze']],
    [calls('"tool": "snooze", "args": {|}'), ['item_id', 'loud']],
    [calls('"tool": "snooze", "args": {"loud": |}'), ['true', 'false']],
    [params('"name": "|"'), ['snooze']],
    [params('"name": "snooze", "arguments": {|}'), ['item_id', 'loud']],
    [params('"name": "snooze", "arguments": {"loud": |}'), ['true', 'false']],
  ])('complete %s', (json, labels) => {
    expect(labelsAt(fileWithCursor('a.json', json), around)).toEqual(labels);
  });

  test('do not replace the agents of the contract', () => {
    const file = fileWithCursor('a.json', `{"agent": |, "tool": "snooze", "args": {}, ${BASE}}`);
    expect(labelsAt(file, around)).toEqual(labelsAt(file));
  });

  test.each([
    [calls('"tool": "sno|oze", "args": {}'), 'Hides it', '"snooze"'],
    [calls('"tool": "snooze", "args": {"item_|id": ""}'), 'Which one', '"item_id"'],
    [params('"name": "snoo|ze"'), 'Hides it', '"snooze"'],
    [params('"name": "snooze", "arguments": {"item_|id": ""}'), 'Which one', '"item_id"'],
  ])('explain and define %s', (json, says, defined) => {
    const file = fileWithCursor('a.json', json);
    expect(saidAt(file, around)).toContain(says);
    const { analysis } = analyse(memoryFile(file.name, file.text), testContext(around.settings));
    const found = toolDefinition(analysis, file.position);
    expect(found?.uri).toBe('file:///work/catalogue.json');
    const { start, end } = found?.range ?? { start: { character: 0 }, end: { character: 0 } };
    expect(catalogue.slice(start.character - 1, end.character + 1)).toBe(defined);
  });
});
