import { describe, expect, test } from 'vitest';
import { codeActions } from '../../../server/src/features/fixes/codeActions';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { familiesWithDeclared } from '../../kit/declaredProtocols';
import { envelopeIn, inEachFileKind } from '../../kit/inEachFileKind';
import { testContext } from '../../kit/testContext';
import { acted } from './completedObjects';

const CALL = '{\n  "call_id": "t_0123456789",\n  "args": {},\n  "ts": "2026-06-01T10:00:00Z"\n}';

describe('all that is missing, at once', () => {
  test.each(inEachFileKind(`|${CALL}`))('plain, in $name', file => {
    const { text } = acted(file.name, file.text, /^Add all 3/);
    expect(Object.keys(envelopeIn(file, text) as object)).toEqual([
      'call_id',
      'agent',
      'tool',
      'args',
      'ts',
      'confirm_required',
    ]);
    expect(
      problemsIn(analyseText(file.name, text, { association: 'toolcall/call' })).filter(
        ({ rule }) => rule === 'schema/required',
      ),
    ).toEqual([]);
  });

  test.each(inEachFileKind(`|${CALL}`))('as a snippet, in $name', file => {
    const { text, snippets } = acted(file.name, file.text, /^Add all 3/, true);
    expect(Object.keys(envelopeIn(file, text) as object)).toEqual([
      'call_id',
      'agent',
      'tool',
      'args',
      'ts',
      'confirm_required',
    ]);
    expect(snippets.join('').match(/\$\{?\d/g)?.length).toBe(3);
    // Each tab stop once: the same number twice would write one value into both.
    const stops = snippets.join('').match(/\$\{?(\d+)/g) ?? [];
    expect(new Set(stops).size).toBe(stops.length);
  });

  test('lines are indented as the others, in a list in a quote too', () => {
    const quoted = `> - \`\`\`json\n>   ${CALL.replaceAll('\n', '\n>   ')}\n>   \`\`\`\n`;
    for (const takesSnippets of [false, true]) {
      const { text } = acted('a.md', quoted, /^Add all 3/, takesSnippets);
      expect(text).toContain(
        '>     "call_id": "t_0123456789",\n>     "agent": "comms",\n>     "tool": "",\n>     "args": {},\n',
      );
      expect(text).toContain('\n>     "confirm_required": true\n>   }');
    }
  });

  test('around one property, before it and behind it', () => {
    const before = '{\n    "id": "m",\n    "payload": {\n        "confidence": 0.9\n    }\n}';
    const association = 'agent-message/message';
    const snippet = acted('a.json', before, /^Add all 3/, true, association);
    expect(snippet.text).toBe(
      before.replace(
        '"confidence": 0.9',
        '"input": null,\n        "output": null,\n        "confidence": 0.9,\n        "needsReview": false',
      ),
    );
    expect(snippet.edits).toBe(1);
    expect(acted('a.json', before, /^Add all 3/, false, association).text).toBe(snippet.text);
  });

  test('a snippet of several lines begins at the margin: an editor may indent it else', () => {
    const { snippets } = acted('a.json', CALL, /^Add all 3/, true);
    for (const snippet of snippets.filter(one => one.includes('\n'))) expect(snippet).toMatch(/^ {2}"/);
  });
});

describe('where it goes', () => {
  test.each([
    [
      'one line',
      '{"call_id": "t_0123456789", "args": {}, "ts": "2026-06-01T10:00:00Z", "confirm_required": true}',
      '{"call_id": "t_0123456789", "agent": "comms", "tool": "", "args": {}, "ts": "2026-06-01T10:00:00Z", "confirm_required": true}',
    ],
    [
      'before the first',
      '{\n\t"tool": "x",\n\t"args": {}, \n\t"ts": "2026-06-01T10:00:00Z",\n\t"confirm_required": true\n}',
      '{\n\t"call_id": "t_…",\n\t"agent": "comms",\n\t"tool": "x",\n\t"args": {}, \n\t"ts": "2026-06-01T10:00:00Z",\n\t"confirm_required": true\n}',
    ],
    [
      'uneven lines',
      '{ "call_id": "t_0123456789",\n  "args": {}, "ts": "2026-06-01T10:00:00Z",\n  "confirm_required": true }',
      '{ "call_id": "t_0123456789",\n  "args": {}, "ts": "2026-06-01T10:00:00Z",\n  "confirm_required": true,\n  "agent": "comms",\n  "tool": "" }',
    ],
  ])('%s', (_, before, after) => {
    const { text } = acted('a.json', before, /^Add both/);
    expect(text.replace(/"t_(?!0123456789)\w{10}"/, '"t_…"')).toBe(after);
  });

  test('behind the comments of the last property, which stay with it', () => {
    const before =
      '{\n  "call_id": "t_0123456789", // mine\n  "args": {}, "ts": "2026-06-01T10:00:00Z",\n  "confirm_required": true // ask, first\n}';
    const { text } = acted('a.jsonc', before, /^Add both/);
    expect(text).toBe(before.replace('true // ask, first', 'true, // ask, first\n  "agent": "comms",\n  "tool": ""'));
  });
});

test('what is missing in an object inside, and all that an object must hold in turn', () => {
  const message =
    '{\n  "id": "m",\n  "timestamp": "2026-06-01T10:00:00Z",\n  "from": "build",\n  "to": "fix",\n  "intent": "bug",\n  "context": {}\n}';
  const one = acted('a.json', message, /^Add "payload"/, true, 'agent-message/message');
  expect(JSON.parse(one.text).payload).toHaveProperty('confidence');
  const { text } = acted('a.json', one.text, /^Add all 3/, true, 'agent-message/message');
  expect(Object.keys(JSON.parse(text).context)).toEqual(['project', 'domain', 'priority']);
  expect(text).toContain('"context": {\n    "project": ');
  expect(problemsIn(analyseText('a.json', text)).filter(({ rule }) => rule === 'schema/required')).toEqual([]);
});

test('ids and times that nobody has to invent are there already', () => {
  const { snippets, text } = acted(
    'a.json',
    '{"agent": "comms", "tool": "x", "args": {}, "confirm_required": true}',
    /^Add both/,
    true,
  );
  expect(snippets.join('')).toMatch(/"\$\{1:t_[a-z0-9]{10}\}"/);
  expect(snippets.join('')).toContain('"${2:2026-06-01T10:00:00Z}"');
  expect(problemsIn(analyseText('a.json', text))).toEqual([]);
});

test.each(['a.json', 'a.yaml'])(
  'what is declared by the look of its name is added with a value that it allows: %s',
  name => {
    const counts = { '^n_': { type: 'integer', minimum: 3 } };
    const rooms = { type: 'object', required: ['n_beds'], patternProperties: counts };
    const schema = {
      required: ['visit_id', 'seen_by', 'seen_in', 'n_rooms', 'rooms'],
      properties: { visit_id: {}, seen_by: {}, seen_in: {}, rooms },
      patternProperties: counts,
    };
    const families = familiesWithDeclared({ id: 'visits', kinds: { visit: { schema } } });
    const text = name.endsWith('.yaml')
      ? 'visit_id: v\nseen_by: a\nseen_in: b\n'
      : '{"visit_id": "v", "seen_by": "a", "seen_in": "b"}';
    const analysis = analyseText(name, text, { families });
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    const client = { opensDocs: false, takesSnippets: false, resolves: false, now: Date.now };
    const asked = { context: testContext({ families }), client, asked: { diagnostics: [] } };
    const all = codeActions(analysis, range, asked).find(({ title }) => title === 'Add both missing properties');
    const edits = Object.values(all?.edit?.changes ?? {}).flat();
    expect(problemsIn(analyseText(name, applyEdits(text, edits), { families }))).toEqual([]);
    expect(applyEdits(text, edits)).toMatch(/n_rooms"?: 3/);
  },
);
