import { describe, expect, test } from 'vitest';
import { analyse, analyseInSteps, emptyCache } from '../../server/src/analysis/analyse';
import type { Analysis } from '../../server/src/model/analysis';
import { runSteps } from '../../server/src/shared/workInSteps';
import { applyChange } from '../../server/src/text/lines';
import { analyseText, memoryFile, problemLines } from '../kit/analyseText';
import { parseFixture } from '../kit/drawnFixture';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';
import { message } from '../kit/runsClient';
import { testContext } from '../kit/testContext';

/** What the analysis says whatever the protocol; see test/families/ for what each protocol asks. */
describe('where a problem stands', () => {
  test('a missing property at the opening brace of the root', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "call_id": "t_4k7m2p9x1c", "result": null, "error": null, "latency_ms": 1 }
      //^ schema/required error: "ok" (OK) is missing from this tool result.
    `,
    );
  });

  test('a missing property at the key of the object that lacks it', () => {
    expectDrawnProblems(
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
    expectDrawnProblems(
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
    expectDrawnProblems(
      'a.json',
      `
        { "success": true, "sumary": "Done", "artifacts": [], "recommendation": "proceed" }
      //                   ^^^^^^^^ schema/required error: did you mean "summary"
    `,
    );
  });

  test('a property that is not defined: a word at its key', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "success": true, "summary": "Done", "artifacts": [], "recommendation": "proceed", "mood": 1 }
      //                                                                                    ^^^^^^ schema/unknown-property info: "mood" is not defined
    `,
    );
  });

  test('a property that is not allowed: an error at its key', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "latency_ms": 1, "mood": 1 }
      //                                                                          ^^^^^^ schema/additionalProperties error: "mood" is not allowed in a tool result
    `,
    );
  });

  test('a wrong value over several lines on its first', () => {
    expectDrawnProblems(
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
    expectDrawnProblems(
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
    expectDrawnProblems(
      'a.json',
      `
        { "$schema": "../schemas/toolcall/result.schema.json", "call_id": "t_4k7m2p9x1c", "ok": true }
    `,
    );
  });

  test('makes a kind of what looks like none', () => {
    expectDrawnProblems(
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
    expectDrawnProblems(
      'a.json',
      `
        { "call_id": "t_0", "ok": , "result": null, "error": null, "latency_ms": -1 }
      //                          ^ syntax error: A value is missing
    `,
    );
  });

  test('is none of our business in what is none of ours', () => {
    expectDrawnProblems('a.json', '{ "name": , }');
    expectDrawnProblems('a.md', '```json\n{ "name": , }\n```');
    expectDrawnProblems('a.jsonl', '{"name": \n{}');
  });

  test('in a line of a log of envelopes is, whatever the line was', () => {
    expectDrawnProblems(
      'a.jsonl',
      `
        {"call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "latency_ms": 1}
        {"call
      //     ^ syntax error: The text ends inside a string
    `,
    );
  });

  test('in a block of a document is none of a log', () => {
    expectDrawnProblems(
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

test('a second object in a line of a log that is only read is told, and a torn line is not', () => {
  const line = (text: string) =>
    JSON.stringify({
      timestamp: '2026-01-01T00:00:00Z',
      type: 'event_msg',
      payload: { type: 'user_message', message: text },
    });
  const text = `${line('a')}\n${line('b')} ${line('c')}\n${line('d').slice(0, -1)}`;
  expect(problemLines(analyseText('a.jsonl', text))).toEqual([`2:${line('b').length + 2} syntax warning`]);
  expect(problemLines(analyseText('a.jsonl', `${line('a')} x\n${line('b')}`))).toEqual([]);
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
    expectDrawnProblems('a.md', `  ~~~json\n${line}\n${marker} syntax/elided info: is left out\n  ~~~`);
    expectDrawnProblems('a.json', `${line}\n${marker} syntax error:`);
  });

  test('a text of dots is a text', () => {
    expectDrawnProblems(
      'a.md',
      `
        ~~~json
        { "success": true, "summary": "...", "artifacts": [], "recommendation": "proceed" }
        ~~~
    `,
    );
  });

  test('once a block', () => {
    expectDrawnProblems(
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
  expectDrawnProblems(
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
    expectDrawnProblems(
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
    expectDrawnProblems(
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
    expectDrawnProblems(
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
    expectDrawnProblems(
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
    expectDrawnProblems(
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
    expectDrawnProblems(
      'a.jsonl',
      `
        42
      //^^ schema/type error: This must be an object: by its association it is an agent request.
    `,
      { association: 'agent-io/request' },
    );
  });

  test('says nothing of blank lines', () => {
    expectDrawnProblems('a.jsonl', '\n  \n', { association: 'agent-io/request' });
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
  for (const drawing of wrong)
    expect(() => expectDrawnProblems('a.json', drawing, { association: 'toolcall/result' })).toThrow();
  expectDrawnProblems('a.json', '  { "ok": 1 }\n//        ^ schema/type\n//^ schema/required', {
    association: 'toolcall/result',
  });
});

test('a fixture is taken apart', () => {
  const drawing = `
        { "a": 1 }
      //  ^^^ x/y error: says so
      //       ^ z
        // not a marker
    `;
  expect(parseFixture(drawing)).toEqual({
    text: '  { "a": 1 }\n  // not a marker',
    drawn: [
      { line: 0, start: 4, end: 7, rule: 'x/y', severity: 'error', says: 'says so' },
      { line: 0, start: 9, end: 10, rule: 'z', says: '' },
    ],
  });
});

test.each([0, 1, 150, 308, 309, 700])('a number of 309 digits is too large, wherever it is (%i)', before => {
  const result = (digits: number) =>
    JSON.stringify({
      call_id: 't_4k7m2p9x1c',
      ok: true,
      result: { text: 'x'.repeat(before), n: 'N' },
      error: null,
      latency_ms: 1,
    }).replace('"N"', '9'.repeat(digits));
  const found = (digits: number) => problemLines(analyseText('a.jsonl', `${result(digits)}\n${result(1)}`));
  expect(found(309)).toEqual([expect.stringMatching(/^1:\d+ envelope\/ambiguous-json warning$/)]);
  expect(found(308)).toEqual([]);
});

describe('the first problems of many parts', () => {
  const messages = (faulty: readonly number[]) =>
    Array.from({ length: 700 }, (_, index) => message(index, faulty.includes(index) ? { confidence: 7 } : {}));
  const event = { timestamp: '2026-07-01T09:00:00Z', agent: 'worker', event: 'tool_end', detail: 'x'.repeat(200) };
  const events = (faulty: readonly number[]) =>
    Array.from({ length: 700 }, (_, index) =>
      JSON.stringify({ ...event, ...(faulty.includes(index) && { event: 5 }) }),
    );
  const forms = {
    'a log': (faulty: readonly number[]) => ({ name: 'a.jsonl', text: messages(faulty).join('\n'), firstLine: 0 }),
    'an array': (faulty: readonly number[]) => ({
      name: 'a.json',
      text: `[\n${messages(faulty).join(',\n')}\n]`,
      firstLine: 1,
    }),
    'a large envelope': (faulty: readonly number[]) => ({
      name: 'a.json',
      text: `{"status":"success","result":{},"error":null,"trace":[\n${events(faulty).join(',\n')}\n]}`,
      firstLine: 1,
    }),
  };

  /** Where the elements with problems are that were told first, and those of the whole. */
  function analysed({ name, text, firstLine }: { name: string; text: string; firstLine: number }) {
    const firsts: Analysis[] = [];
    const options = { cache: emptyCache(), onFirst: (first: Analysis) => void firsts.push(first) };
    const whole = runSteps(analyseInSteps(memoryFile(name, text), testContext(), options));
    const elements = (analysis: Analysis) =>
      problemLines(analysis).map(line => Number(/^(?:\w+ )?(\d+)/.exec(line)?.[1]) - 1 - firstLine);
    return { firsts: firsts.map(elements), whole: elements(whole) };
  }

  test.each(Object.entries(forms))('%s: are those of its first 256', (_, form) => {
    const faulty = [3, 100, 300, 650];
    expect(analysed(form(faulty))).toEqual({ firsts: [[3, 100]], whole: faulty });
  });

  test.each(Object.entries(forms))('%s: come as soon as twice as many have one', (_, form) => {
    expect(analysed(form([300, 650])).firsts).toEqual([[300]]);
    expect(analysed(form([650])).firsts).toEqual([]);
  });

  test('a large envelope: are not told of pasted events, of which an earlier analysis knows what is around them', () => {
    const { name, text } = forms['a large envelope']([]);
    const context = testContext();
    const file = memoryFile(name, text);
    const { cache: before } = analyse(file, context);
    const firsts: Analysis[] = [];
    const options = { before, cache: emptyCache(), onFirst: (first: Analysis) => void firsts.push(first) };
    const range = { start: { line: 401, character: 0 }, end: { line: 402, character: 0 } };
    const pasted = events([10])
      .slice(0, 300)
      .map(event => `${event.replace('worker', 'helper')},\n`);
    const edited = applyChange(file, { range, text: pasted.join('') });
    const whole = runSteps(analyseInSteps(edited, context, options));
    expect(firsts.flatMap(problemLines)).toEqual([]);
    expect(problemLines(whole)).toEqual(['412:62 schema/type error']);
  });
});
