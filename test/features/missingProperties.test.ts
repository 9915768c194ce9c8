import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SnippetTextEdit, TextDocumentEdit } from 'vscode-languageserver-types';
import { codeActions } from '../../server/src/features/codeActions';
import { lacksOf } from '../../server/src/features/missingProperties';
import { analysed, problemsIn } from '../kit/analysed';
import { applied } from '../kit/applied';
import { contextOf } from '../kit/context';
import { examples } from '../kit/examples';
import { envelopeIn, inEachFile } from '../kit/inEachFile';
import { resolved } from '../kit/snippet';

const ALL = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
const now = () => Date.UTC(2026, 5, 1, 10);

/** A file after an action: as plain edits, or as a snippet that was tabbed through. */
function acted(name: string, text: string, title: RegExp, takesSnippets = false, association = 'toolcall/call') {
  const analysis = analysed(name, text, { association });
  const client = { opensDocs: false, takesSnippets, resolves: false, now };
  const actions = codeActions(analysis, ALL, { context: contextOf(), client, asked: { diagnostics: [] } });
  const action = actions.find(one => title.test(one.title));
  if (!action) throw new Error(`no ${title} among ${actions.map(one => one.title)}`);
  const plain = action.edit?.changes?.[analysis.file.uri];
  if (plain) return { text: applied(text, plain), edits: plain.length, snippets: [] };
  const [change] = (action.edit?.documentChanges ?? []) as TextDocumentEdit[];
  const snippets = (change?.edits ?? []) as SnippetTextEdit[];
  // Tab stops are numbered through all edits of a snippet.
  const parts = snippets.map(({ range, snippet }) => ({ range, newText: resolved(snippet.value) }));
  return { text: applied(text, parts), edits: parts.length, snippets: snippets.map(({ snippet }) => snippet.value) };
}

const CALL = '{\n  "call_id": "t_0123456789",\n  "args": {},\n  "ts": "2026-06-01T10:00:00Z"\n}';

describe('all that is missing, at once', () => {
  test.each(inEachFile(`|${CALL}`))('plain, in $name', file => {
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
      problemsIn(analysed(file.name, text, { association: 'toolcall/call' })).filter(
        ({ rule }) => rule === 'schema/required',
      ),
    ).toEqual([]);
  });

  test.each(inEachFile(`|${CALL}`))('as a snippet, in $name', file => {
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
      expect(text).toContain('\n>     "confirm_required": false\n>   }');
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
  expect(problemsIn(analysed('a.json', text)).filter(({ rule }) => rule === 'schema/required')).toEqual([]);
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
  expect(problemsIn(analysed('a.json', text))).toEqual([]);
});

test('whatever is missing of whatever kind, in any layout, the result can be read and lacks it no more', () => {
  const judged = examples.filter(({ kind }) => !kind.readOnly);
  const torn = fc.constantFrom(...judged).chain(({ kind, value }) =>
    fc.shuffledSubarray(Object.keys(value)).map(keys => ({
      association: kind.id,
      value: Object.fromEntries(keys.map(key => [key, value[key]])),
    })),
  );
  fc.assert(
    fc.property(
      torn,
      fc.constantFrom(undefined, 2, '\t'),
      fc.boolean(),
      ({ association, value }, indent, takesSnippets) => {
        const json = JSON.stringify(value, undefined, indent);
        const text = `> - \`\`\`json\n>   ${json.replaceAll('\n', '\n>   ')}\n>   \`\`\`\n`;
        const before = analysed('a.md', text, { association });
        const [lack] = lacksOf(before.parts.find(({ part }) => part.id !== 'root')?.problems ?? []);
        fc.pre(lack !== undefined && lack.path.length === 0 && lack.keys.length > 1);
        const after = acted('a.md', text, /^Add (both|all)/, takesSnippets, association).text;
        const left = problemsIn(analysed('a.md', after, { association }));
        expect(left.filter(({ rule }) => /^syntax/.test(rule))).toEqual([]);
        const added = analysed('a.md', after, { association }).parts.find(({ part }) => part.id !== 'root')
          ?.value as object;
        expect(added).toMatchObject(value);
        expect(Object.keys(added)).toEqual(expect.arrayContaining(lack?.keys ?? []));
      },
    ),
    { numRuns: 150 },
  );
});
