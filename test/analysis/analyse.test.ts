import { describe, expect, test } from 'vitest';
import { check } from '../kit/check';
import { fixtureOf } from '../kit/markers';

/** What the analysis says whatever the protocol; see test/families/ for what each protocol asks. */
describe('where a problem stands', () => {
  test('a missing property at the opening brace of the root', () => {
    check(
      'a.json',
      `
        { "call_id": "t_4k7m2p9x1c", "result": null, "error": null, "latency_ms": 1 }
      //^ schema/required error: "ok" (OK) is missing from this tool result.
    `,
    );
  });

  test('a missing property at the key of the object that lacks it', () => {
    check(
      'a.json',
      `
        {
          "goal": "Plan a weekend",
          "task": "Search hotels",
          "metadata": { "profile": "demo" }
      //  ^^^^^^^^^^ schema/required error: "trace_id" (Trace) is missing from "metadata".
        }
    `,
    );
  });

  test('a missing property of an element at its opening brace', () => {
    check(
      'a.json',
      `
        { "success": true, "summary": "Done", "recommendation": "proceed", "artifacts": [
          { "path": "a.md", "operation": "create", "content": "A" },
          { "path": "b.md", "operation": "create" }
      //  ^ schema/required error: "content" (Content) is missing from "artifacts[1]".
        ] }
    `,
    );
  });

  test('a misspelt key of a property that is needed: one problem, at the key', () => {
    check(
      'a.json',
      `
        { "success": true, "sumary": "Done", "artifacts": [], "recommendation": "proceed" }
      //                   ^^^^^^^^ schema/required error: did you mean "summary"
    `,
    );
  });

  test('a property that is not defined: a word at its key', () => {
    check(
      'a.json',
      `
        { "success": true, "summary": "Done", "artifacts": [], "recommendation": "proceed", "mood": 1 }
      //                                                                                    ^^^^^^ schema/unknown-property info: "mood" is not defined
    `,
    );
  });

  test('a property that is not allowed: an error at its key', () => {
    check(
      'a.json',
      `
        { "call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "latency_ms": 1, "mood": 1 }
      //                                                                          ^^^^^^ schema/additionalProperties error: "mood" is not allowed in a tool result
    `,
    );
  });

  test('a wrong value over several lines on its first', () => {
    check(
      'a.json',
      `
        { "success": true, "summary": [
      //                              ^ schema/type error: "summary" is an array; it must be a string.
            "Done"
          ], "artifacts": [], "recommendation": "proceed" }
    `,
    );
  });

  test('several problems, in the order of the text', () => {
    check(
      'a.json',
      `
        { "success": "yes", "summary": 7, "notes": {}, "recommendation": "proceed",
      //             ^^^^^ schema/type error: it must be true or false
      //                               ^ schema/type error: it must be a string
      //                                           ^^ schema/type error: it must be an array
          "artifacts": [{ "path": "a.md", "operation": "craete", "content": "A" },
      //                                               ^^^^^^^^ schema/enum error: did you mean "create"?
            { "path": "b.md", "operation": "create", "content": "B" }] }
    `,
    );
  });
});

describe('$schema', () => {
  test('is accepted where nothing else is', () => {
    check(
      'a.json',
      `
        { "$schema": "../schemas/toolcall/result.schema.json", "call_id": "t_4k7m2p9x1c", "ok": true }
    `,
    );
  });

  test('makes a kind of what looks like none', () => {
    check(
      'a.json',
      `
        { "$schema": "../schemas/toolcall/result.schema.json", "ok": 1 }
      //^ schema/required error: "call_id"
      //                                                             ^ schema/type error: "ok" is 1
    `,
    );
  });
});

describe('a syntax error', () => {
  test('is the only problem of its part', () => {
    check(
      'a.json',
      `
        { "call_id": "t_0", "ok": , "result": null, "error": null, "latency_ms": -1 }
      //                          ^ syntax error: A value is missing
    `,
    );
  });

  test('is none of our business in what is none of ours', () => {
    check('a.json', '{ "name": , }');
    check('a.md', '```json\n{ "name": , }\n```');
    check('a.jsonl', '{"name": \n{}');
  });

  test('in a line of a log of envelopes is, whatever the line was', () => {
    check(
      'a.jsonl',
      `
        {"call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "latency_ms": 1}
        {"call
      //     ^ syntax error: The text ends inside a string
    `,
    );
  });

  test('in a block of a document is none of a log', () => {
    check(
      'a.md',
      `
      ~~~json
      {"call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "latency_ms": 1}
      ~~~
      ~~~json
      {"call
      ~~~
    `,
    );
  });
});

describe('JSON that is left out', () => {
  const output = '"success": true, "summary": "...", "recommendation": "proceed"';

  test.each([
    ['in a list', `  { ${output}, "artifacts": [...] }`, '[...]'],
    ['in an object', `  { ${output}, ... }`, '...'],
    ['as a value', `  { ${output}, "artifacts": ... }`, '...'],
    ['as one character', `  { ${output}, "artifacts": [ … ] }`, '…'],
  ])('%s: a word in a document, an error elsewhere', (_, line, dots) => {
    const word = dots.replace(/[[\]]/g, '');
    const marker = `//${' '.repeat(line.lastIndexOf(word) - 2)}${'^'.repeat(word.length)}`;
    check('a.md', `  ~~~json\n${line}\n${marker} syntax/elided info: is left out\n  ~~~`);
    check('a.json', `${line}\n${marker} syntax error:`);
  });

  test('a text of dots is a text', () => {
    check(
      'a.md',
      `
        ~~~json
        { "success": true, "summary": "...", "artifacts": [], "recommendation": "proceed" }
        ~~~
    `,
    );
  });

  test('once a block', () => {
    check(
      'a.md',
      `
        ~~~json
        { "success": true, "summary": "x", "artifacts": [...], "recommendation": "proceed", "notes": [...] }
      //                                                 ^^^ syntax/elided info: is left out
        ~~~
    `,
    );
  });
});

test('a registry in a block of Markdown is read where it stands, and lacks no other section', () => {
  check(
    'guide.md',
    `
        # How it is written

        - Like this:

          ~~~markdown
          # Feature Index: 012

          ## Workflow Status

          | Workflow | Status | Last Run |
          |----------|--------|----------|
          | specify | complete | - |
      //              ^^^^^^^^ workflow-primitives/unknown-word
          | plan | {status} | - |

          ## Decisions Log
          ~~~

        ~~~md
        ## Metadata

        Nothing of ours.
        ~~~
    `,
  );
});

describe('blocks without a language', () => {
  test('are read where they begin like an object, in a quote too', () => {
    check(
      'a.md',
      `
        > \`\`\`
        > { "success": true, "summary": 7,
      //                                ^ schema/type
        >   "artifacts": [], "recommendation": "proceed" }
        > \`\`\`

        \`\`\`
        { "success": true, "summary": 7, "artifacts": [], "recommendation": "proceed" }
      //                              ^ schema/type
        { "success": true, "summary": "A", "artifacts": [], "recommendation": "proceed" }
        \`\`\`

        \`\`\`
        $ echo { "success": true, "summary": 7, "artifacts": [], "recommendation": "proceed" }
        \`\`\`
    `,
    );
  });
});

describe('blocks of a document', () => {
  test('in a quote', () => {
    check(
      'a.md',
      `
        Text.

        > ~~~json
        > { "success": true, "summary": 7,
      //                                ^ schema/type
        >   "artifacts": [], "recommendation": "procede", "notes": ["None"] }
      //                                       ^^^^^^^^^ schema/enum
        > ~~~
    `,
    );
  });

  test('that show no value but dots', () => {
    check(
      'a.md',
      `
        ~~~json
        { "success": true, "summary": "...", "recommendation": "…",
      //                                                       ^^^ schema/enum info: "recommendation" is "…"
          "artifacts": [{ "path": "a.md", "operation": "...", "content": "A" }] }
      //                                               ^^^^^ schema/enum info: "operation" is "..."
        ~~~
    `,
    );
  });

  test('in a list, beside one that is whole', () => {
    check(
      'a.md',
      `
      1. First

         ~~~json
         { "success": true, "summary": "x", "artifacts": [], "recommendation": "proceed" }
         ~~~
      2. Second
         - ~~~json
           { "success": 1, "summary": "x", "artifacts": [], "recommendation": "proceed" }
      //                ^ schema/type error: "success" is 1
           ~~~
    `,
    );
  });

  test('of lines', () => {
    check(
      'a.md',
      `
        ~~~jsonl
        {"call_id": "t_4k7m2p9x1c", "ok": 1, "result": null, "latency_ms": 1}
      //                                  ^ schema/type
        {"call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "latency_ms": -1}
      //                                                                      ^^ schema/minimum
        ~~~
    `,
    );
  });
});

describe('an association', () => {
  test('asks for an object', () => {
    check(
      'a.jsonl',
      `
        42
      //^^ schema/type error: This must be an object: by its association it is an agent request.
    `,
      { association: 'agent-io/request' },
    );
  });

  test('says nothing of blank lines', () => {
    check('a.jsonl', '\n  \n', { association: 'agent-io/request' });
  });
});

test('a fixture that is wrong fails', () => {
  const wrong = [
    '  { "ok": 1 }\n//        ^ schema/type',
    '  { "ok": true }\n//        ^^^^ schema/type',
    '  { "ok": 1 }\n//       ^ schema/type\n//^ schema/required',
    '  { "ok": 1 }\n//        ^ schema/type warning:\n//^ schema/required',
    '  { "ok": 1 }\n//        ^ schema/type no such words\n//^ schema/required',
    '  { "ok": 1 }\n//        ^ schema/enum\n//^ schema/required',
  ];
  for (const drawing of wrong) expect(() => check('a.json', drawing, { association: 'toolcall/result' })).toThrow();
  check('a.json', '  { "ok": 1 }\n//        ^ schema/type\n//^ schema/required', { association: 'toolcall/result' });
});

test('a fixture is taken apart', () => {
  const drawing = `
        { "a": 1 }
      //  ^^^ x/y error: says so
      //       ^ z
        // not a marker
    `;
  expect(fixtureOf(drawing)).toEqual({
    text: '  { "a": 1 }\n  // not a marker',
    drawn: [
      { line: 0, start: 4, end: 7, rule: 'x/y', severity: 'error', says: 'says so' },
      { line: 0, start: 9, end: 10, rule: 'z', says: '' },
    ],
  });
});
