import * as parser from 'jsonc-parser';
import { describe, expect, test, vi } from 'vitest';
import type { CompletionItem } from 'vscode-languageserver-types';
import { atPath } from '../../../server/src/text/jsonPointer';
import { parseJsonOrYaml } from '../../../server/src/text/parseJsonOrYaml';
import { acceptCompletion } from '../../kit/applyEdits';
import { familiesWithDeclared } from '../../kit/declaredProtocols';
import { envelopeIn, type FileWithCursor, fileWithCursor, inEachFileKind } from '../../kit/inEachFileKind';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { itemsAt, labelsAt } from '../askAt';

vi.mock('jsonc-parser', { spy: true });

const MESSAGE = '"from": "build", "to": "fix", "payload": {"confidence": 0.5, "needsReview": true}';
const CALL = '"call_id": "t_0123456789", "agent": "fin", "tool": "pay", "args": {}';

const workspace = memoryWorkspace(['src/export.ts', 'src/deep/a.ts', 'read me.md', 'odd$1}\\{x}.ts', '.git/config']);

/** What is accepted at a cursor, and what the envelope then holds at a path. */
const acceptances: { at: string; pick: string; path: (string | number)[]; holds: unknown }[] = [
  { at: `{${MESSAGE}, |}`, pick: 'id', path: ['id'], holds: '' },
  { at: `{|${MESSAGE}}`, pick: 'intent', path: ['intent'], holds: '' },
  { at: `{${MESSAGE}|}`, pick: '-', path: [], holds: undefined },
  { at: `{${MESSAGE} |}`, pick: 'id', path: ['id'], holds: '' },
  { at: `{\n  ${MESSAGE}\n  |\n}`, pick: 'id', path: ['id'], holds: '' },
  {
    at: `{\n  ${MESSAGE}\n  |\n}`,
    pick: 'context',
    path: ['context'],
    holds: { project: '', domain: '', priority: 1 },
  },
  {
    at: `{\n    "to": "fix",\n    |\n    ${MESSAGE}\n}`,
    pick: 'context',
    path: ['context'],
    holds: { project: '', domain: '', priority: 1 },
  },
  { at: `{${MESSAGE}, "|"}`, pick: 'id', path: ['id'], holds: '' },
  { at: `{${MESSAGE} "in|"}`, pick: 'intent', path: ['intent'], holds: '' },
  { at: `{${MESSAGE}, in|}`, pick: 'intent', path: ['intent'], holds: '' },
  { at: `{${MESSAGE} in|}`, pick: 'intent', path: ['intent'], holds: '' },
  { at: `{ "in|t": "idea", ${MESSAGE}}`, pick: 'intent', path: ['intent'], holds: 'idea' },
  { at: `{${MESSAGE}, "intent": |}`, pick: 'bug', path: ['intent'], holds: 'bug' },
  { at: `{"intent": | ${MESSAGE}}`, pick: 'bug', path: ['intent'], holds: 'bug' },
  { at: `{"intent":| "idea", ${MESSAGE}}`, pick: 'bug', path: ['intent'], holds: 'bug' },
  { at: `{"intent": "id|ea", ${MESSAGE}}`, pick: 'bug', path: ['intent'], holds: 'bug' },
  { at: `{${MESSAGE}, "intent": "id|}`, pick: 'bug', path: ['intent'], holds: 'bug' },
  { at: `{"intent": id|, ${MESSAGE}}`, pick: 'bug', path: ['intent'], holds: 'bug' },
  { at: `{"intent": id| ${MESSAGE}}`, pick: 'bug', path: ['intent'], holds: 'bug' },
  { at: `{${MESSAGE}, "context": {"priority": |}}`, pick: '2', path: ['context', 'priority'], holds: 2 },
  { at: `{${MESSAGE}, "context": {"priority": 1|}}`, pick: '2', path: ['context', 'priority'], holds: 2 },
  { at: `{${MESSAGE}, "context": |}`, pick: '{ … }', path: ['context', 'priority'], holds: 1 },
  { at: `{${CALL}, "confirm_required": tr|}`, pick: 'true', path: ['confirm_required'], holds: true },
  { at: `{${CALL}, |}`, pick: 'confirm_required', path: ['confirm_required'], holds: true },
  {
    at: `{${MESSAGE}, |}`,
    pick: '$schema',
    path: ['$schema'],
    holds: 'agent-envelopes:/agent-message/message.schema.json',
  },
  {
    at: `{"$schema": "|" ${CALL}, "confirm_required": false}`,
    pick: 'toolcall/call',
    path: ['$schema'],
    holds: 'agent-envelopes:/toolcall/call.schema.json',
  },
  ...[
    '|',
    'agent-message/mess|',
    'agent-mess|age/mess',
    '"agent-message/mess|"',
    '"|agent-message/x"',
    '"agent-envelopes:/agent-mess|',
  ].map(value => ({
    at: `{"$schema": ${value}}`,
    pick: 'agent-message/message',
    path: [],
    holds: { $schema: 'agent-envelopes:/agent-message/message.schema.json' },
  })),
  {
    at: `{"$schema": agent-message/mess|, ${CALL}, "confirm_required": false}`,
    pick: 'agent-message/message',
    path: ['$schema'],
    holds: 'agent-envelopes:/agent-message/message.schema.json',
  },
  {
    at: `{${MESSAGE}, "context": {"project": "x", "domain": "y" |}}`,
    pick: 'priority',
    path: ['context', 'priority'],
    holds: 1,
  },
  {
    at: '{"success": true, "summary": "s", "recommendation": "proceed", "artifacts": [|]}',
    pick: '{ … }',
    path: ['artifacts', 0, 'operation'],
    holds: 'create',
  },
  {
    at: '{"success": true, "summary": "s", "recommendation": "proceed", "artifacts": [{"path": "|"}]}',
    pick: 'read me.md',
    path: ['artifacts', 0, 'path'],
    holds: 'read me.md',
  },
  {
    at: '{"success": true, "summary": "s", "recommendation": "proceed", "artifacts": [{"path": "src/|"}]}',
    pick: 'deep/',
    path: ['artifacts', 0, 'path'],
    holds: 'src/deep/',
  },
  {
    at: '{"success": true, "summary": "s", "recommendation": "proceed", "artifacts": [{"path": |}]}',
    pick: 'odd$1}\\{x}.ts',
    path: ['artifacts', 0, 'path'],
    holds: 'odd$1}\\{x}.ts',
  },
];

describe.each(acceptances)('$pick at $at', ({ at, pick, path, holds }) => {
  test.each(inEachFileKind(at))('$name', file => {
    const item = itemsAt(file, { workspace }).find(({ label }) => label === pick);
    if (pick === '-') return expect(labelsAt(file)).toEqual([]);
    if (!item) throw new Error(`not offered, but ${labelsAt(file, { workspace }).join(', ') || 'nothing'}`);
    const changed = acceptCompletion(file.text, item, file.position);
    expect(atPath(envelopeIn(file, changed), path)).toEqual(holds);
    expect(changed.split('\n').length === file.text.split('\n').length || !file.name.endsWith('.jsonl')).toBe(true);
  });
});

describe('beside comments', () => {
  test.each([
    `{\n  ${MESSAGE}, // the hand-off\n  |\n}`,
    `{\n  ${MESSAGE} // the hand-off, alone\n  |\n}`,
    `{\n  |\n  // the rest\n  ${MESSAGE}\n}`,
    `{\n  | // new\n  ${MESSAGE}\n}`,
    `{\n  ${MESSAGE},\n  // see the docs\n  "|"\n}`,
    `{ /* one */ | /* two */ ${MESSAGE} }`,
  ])('a property has its commas: %j', at => {
    const file = fileWithCursor('a.jsonc', at);
    const item = itemsAt(file).find(({ label }) => label === 'intent');
    if (!item) throw new Error(`not offered, but ${labelsAt(file)}`);
    const changed = acceptCompletion(file.text, item, file.position);
    const comments = (text: string) => text.match(/\/\/.*|\/\*.*?\*\//g);
    expect(comments(changed)).toEqual(comments(file.text));
    expect(JSON.parse(parser.stripComments(changed))).toMatchObject({ from: 'build', intent: '' });
  });

  test.each([
    `{\n  // who |\n  ${MESSAGE}\n}`,
    `{\n  ${MESSAGE}, // the |hand-off\n}`,
    `{ "from": /* | */ "build", "to": "fix", "payload": {"confidence": 0.5}}`,
    `{ ${MESSAGE}, // |`,
    '// {|',
  ])('nothing in a comment: %j', at => {
    expect(labelsAt(fileWithCursor('a.jsonc', at))).toEqual([]);
  });
});

describe('what is offered, and in which order', () => {
  const offers: [string, string[]][] = [
    ['{"call_id": "t_0123456789", "agent": "x", "tool": "y", "args": {}, |}', ['ts', 'confirm_required', '$schema']],
    [`{${MESSAGE}, "issues": [{"severity": "|"}]}`, ['error', 'warning', 'info']],
    [`{${MESSAGE}, "payload": {"needsReview": |}}`, ['true', 'false']],
  ];
  describe.each(offers)('%s', (at, wanted) => {
    test.each(inEachFileKind(at))('$name', file => {
      const offered = labelsAt(file);
      expect(offered.filter(label => wanted.includes(label))).toEqual(wanted);
    });
  });

  test('required properties stand before others, and what is there is not offered', () => {
    const [file] = inEachFileKind(`{${MESSAGE}, |}`);
    expect(labelsAt(file as FileWithCursor)).toEqual([
      'id',
      'timestamp',
      'intent',
      'context',
      'handoff',
      'issues',
      '$schema',
    ]);
  });

  describe('a name in quotes hides nothing of what follows it', () => {
    test.each(['"|"', '"|', 'co|', '"co|"'])('%s before a property', typed => {
      const call = `{\n  "call_id": "t_a1b2c3d4e5",\n  ${typed}\n  "agent": "calendar",\n  "tool": "x"\n}`;
      expect(labelsAt(fileWithCursor('call.json', call))).toEqual([
        'args',
        'ts',
        'confirm_required',
        'expected_surface',
        'deadline_ms',
        '$schema',
      ]);
      const message = `{\n  "id": "msg_003",\n  "from": "",\n  ${typed}\n  "payload": {"input": "a", "confidence": 0.9, "needsReview": false}\n}`;
      expect(labelsAt(fileWithCursor('message.json', message))).toEqual([
        'timestamp',
        'to',
        'intent',
        'context',
        'handoff',
        'issues',
        '$schema',
      ]);
    });
  });

  test('an empty file that is named as a catalogue gets the catalogue first', () => {
    for (const text of ['|', '{|}', '{\n  |\n}', '{"|"}']) {
      const [first] = itemsAt(fileWithCursor('tool_catalogue.json', text));
      expect(first?.labelDetails?.description).toBe('toolcall/catalogue');
    }
  });

  test('properties stand before a $schema of another provider, which sorts by its name', () => {
    const [file] = inEachFileKind(`{${MESSAGE}, |}`);
    const others = itemsAt(file as FileWithCursor, { client: { hasJsonService: true } });
    expect(others.length).toBeGreaterThan(3);
    for (const { sortText = '' } of others) expect(sortText < '$schema').toBe(true);
  });

  test('an enum value says what it means', () => {
    const [file] = inEachFileKind(`{${MESSAGE}, "context": {"priority": |}}`);
    const meanings = itemsAt(file as FileWithCursor).map(({ documentation }) => documentation);
    expect(meanings[0]).toEqual({ kind: 'markdown', value: 'High.' });
  });

  test('a confidence of each band, with what the band means', () => {
    const [file] = inEachFileKind('{"from": "build", "to": "fix", "payload": {"confidence": |, "needsReview": false}}');
    const said = itemsAt(file as FileWithCursor).map(({ label, labelDetails }) => [label, labelDetails?.description]);
    expect(said[0]).toEqual(['0.95', 'very confident: proceed']);
    expect(said).toHaveLength(4);
  });

  test('$schema is offered only at the root, and only once', () => {
    const [nested] = inEachFileKind(`{${MESSAGE}, "context": {|}}`);
    const [twice] = inEachFileKind(`{"$schema": "agent-envelopes:/agent-message/message.schema.json", ${MESSAGE}, |}`);
    expect(labelsAt(nested as FileWithCursor)).not.toContain('$schema');
    expect(labelsAt(twice as FileWithCursor)).not.toContain('$schema');
  });

  test('agents of the settings and of the file', () => {
    const text = `{${MESSAGE}}\n{"from": "mine", "to": "fix", "payload": {"confidence": 0.5}}\n{"from": "|", ${MESSAGE}}`;
    const offered = labelsAt(fileWithCursor('log.jsonl', text), { settings: { agents: ['declared'] } });
    expect(offered).toEqual(expect.arrayContaining(['conductor', 'declared', 'mine']));
    expect(new Set(offered).size).toBe(offered.length);
  });

  test('a fresh id each time, and the time that it is', () => {
    const at = '{"call_id": "|", "agent": "x", "tool": "y", "args": {}, "confirm_required": false}';
    const [id] = labelsAt(fileWithCursor('call.json', at));
    const [other] = labelsAt(fileWithCursor('call.json', at));
    expect(id).toMatch(/^t_[a-z0-9]{10}$/);
    expect(other).not.toBe(id);
    const [now] = labelsAt(fileWithCursor('call.json', `{${CALL}, "ts": "|"}`));
    expect(Math.abs(Date.parse(now ?? '') - Date.now())).toBeLessThan(10_000);
    expect(now).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  test('the next number for a message', () => {
    const text = `{"id": "msg_0041", ${MESSAGE}}\n{"id": "|", ${MESSAGE}}`;
    expect(labelsAt(fileWithCursor('log.jsonl', text))[0]).toBe('msg_0042');
  });

  test('paths lead from the workspace down, and never out of it', () => {
    const path = (typed: string) =>
      labelsAt(
        fileWithCursor(
          'out.json',
          `{"success": true, "summary": "s", "artifacts": [{"path": "${typed}|", "operation": "create"}]}`,
        ),
        { workspace },
      );
    expect(path('')).toEqual(['odd$1}\\{x}.ts', 'read me.md', 'src/']);
    expect(path('src/')).toEqual(['export.ts', 'deep/']);
    for (const outside of ['../', '/', 'C:/', 'file:///', 'src/../../']) expect(path(outside)).toEqual([]);
  });
});

test('between the elements of an array that is broken there, no tree of the whole text is made', () => {
  const element = `{${MESSAGE}, "id": "msg_1", "intent": "idea", "context": {"project": "a", "domain": "b", "priority": 1}}`;
  const file = fileWithCursor('array.json', `[x|\n${Array.from({ length: 500 }, () => element).join(',\n')}]`);
  const trees = vi.mocked(parser.parseTree);
  trees.mockClear();
  expect(itemsAt(file)).toEqual([]);
  expect(trees.mock.calls.reduce((sum, [text]) => sum + text.length, 0)).toBeLessThan(file.text.length / 20);
});

describe('a time that a declared contract asks for by its format', () => {
  const text = { type: 'string' };
  const properties = {
    visit_id: text,
    seen_by: text,
    seen_at: { ...text, format: 'date-time' },
    opens: { ...text, format: 'time' },
  };
  const schema = { type: 'object', required: ['visit_id', 'seen_by', 'seen_at', 'opens'], properties };
  const settings = { families: familiesWithDeclared({ id: 'visits', kinds: { visit: { schema } } }) };
  const visit = (more: string) => `{"visit_id": "v", "seen_by": "a", ${more}}`;
  const isNow = (written: string) => expect(Math.abs(Date.parse(written) - Date.now())).toBeLessThan(60_000);

  test('is the current one, and no time of day is a date', () => {
    const labels = labelsAt(fileWithCursor('a.json', visit('"opens": "08:00:00Z", "seen_at": "|"')), { settings });
    expect(labels).toHaveLength(1);
    isNow(labels[0] ?? '');
    expect(labelsAt(fileWithCursor('a.json', visit('"seen_at": "", "opens": "|"')), { settings })).toEqual([]);
  });

  test.each([
    ['is in its property', visit('"opens": "08:00:00Z", |'), 'seen_at'],
    ['is in a whole envelope', '|', 'visits-visit'],
  ])('%s', (_, drawn, pick) => {
    const file = fileWithCursor('a.json', drawn);
    const item = itemsAt(file, { settings }).find(({ label }) => label === pick);
    const written = JSON.parse(acceptCompletion(file.text, item as CompletionItem, file.position));
    isNow(written.seen_at);
    expect(written.opens).toMatch(/^\d\d:/);
  });
});

describe('a new envelope of a declared contract', () => {
  const inserted = (name: string, schema: object) => {
    const families = familiesWithDeclared({ id: 'visits', kinds: { visit: { schema } } });
    const file = fileWithCursor(name, '|');
    const item = itemsAt(file, { settings: { families } }).find(({ label }) => label === 'visits-visit');
    const text = acceptCompletion(file.text, item as CompletionItem, file.position);
    return parseJsonOrYaml(text, name.endsWith('.yaml') ? 'yaml' : 'json');
  };

  test.each(['a.json', 'a.yaml'])('is the example of its schema, whatever it holds: %s', name => {
    const example = { visit_id: 'a}$1', by: { of: [{ seen: '${2:x}', at: ['\\', {}] }, []] }, last: '}' };
    const schema = { required: ['visit_id', 'by', 'last'], properties: {}, examples: [example] };
    expect(inserted(name, schema)).toEqual({ value: example });
  });

  test('has what is only required, too', () => {
    const schema = {
      required: ['visit_id', 'seen_by', 'n_rooms'],
      properties: { visit_id: { const: 'v' } },
      patternProperties: { '^n_': { type: 'integer', minimum: 1 } },
    };
    expect(inserted('a.json', schema)).toEqual({ value: { visit_id: 'v', seen_by: null, n_rooms: 1 } });
  });
});
