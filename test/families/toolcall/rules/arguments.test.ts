import { expect, test } from 'vitest';
import { analyseText, problemLines, problemsIn } from '../../../kit/analyseText';
import { CATALOGUE } from '../../../kit/catalogue';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'toolcall/arguments';
const call = (args: unknown, tool = 'snooze') =>
  JSON.stringify({
    call_id: 't_4k7m2p9x1c',
    agent: 'comms',
    tool,
    args,
    ts: '2026-06-01T07:30:00Z',
    confirm_required: false,
  });

test('each fault at its place, in the words of the contract', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": 60}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": 5}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                             ^ toolcall/arguments error: "ttl_seconds" is 5; it must lie between 60 and 86400.
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": "60"}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                             ^^^^ toolcall/arguments error: "ttl_seconds" is "60", a string; it must be a whole number.
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n"}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                     ^^^^^^ toolcall/arguments error: "ttl_seconds" is missing from this call of "snooze".
        {"agent": "comms", "tool": "snooze", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                     ^^^^^^ toolcall/arguments error: "item_id" is missing
      //                                     ^^^^^^ toolcall/arguments error: "ttl_seconds" is missing
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_second": 60}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                              ^^^^^^^^^^^^ toolcall/arguments error: Unknown property "ttl_second"; did you mean "ttl_seconds"?
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": 60, "colour": 1}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                                 ^^^^^^^^ toolcall/arguments error: "colour" is not allowed in a call of "snooze".
        {"agent": "comms", "tool": "draft_reply", "args": {"tone": "forml"}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                           ^^^^^^^ toolcall/arguments error: "tone" is "forml"; did you mean "formal"?
        {"agent": "comms", "tool": "draft_reply", "args": {"tone": "formal", "to": {"name": 1}}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                                    ^ toolcall/arguments error: "name" is 1, a number; it must be a string.
        {"agent": "comms", "tool": "draft_reply", "args": {"tone": "formal", "to": {}}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                     ^^^^ toolcall/arguments error: "name" is missing from "to".
        {"agent": "comms", "tool": "draft_reply", "args": {"tone": "formal", "ton": 1, "colour": 1}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                     ^^^^^ toolcall/arguments info: "ton" is not defined in a call of "draft_reply"
        {"agent": "calendar", "tool": "find_overlaps", "args": {"events": [{"start": "2026-06-01T07:30:00Z"}, {"start": "soon"}]}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                                                                ^^^^^^ toolcall/arguments error: it must be an ISO 8601 time with a zone
        {"agent": "comms", "tool": "snooze", "args": 7, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                             ^ schema/type
        {"agent": "comms", "tool": "snoze", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
    `,
    { catalogue: CATALOGUE },
    [RULE, 'schema/type'],
  );
});

test.each([
  [{ item_id: 'n' }, ['Add "ttl_seconds"']],
  [{ item_id: 'n', ttl_second: 60 }, ['Rename to "ttl_seconds"']],
  [{ item_id: 'n', ttl_seconds: '60' }, ['Change to 60']],
  [{ item_id: 'n', ttl_seconds: 60, colour: 1 }, ['Remove "colour"']],
])('%j is mended', (args, titles) => {
  expect(expectFixesClear(RULE, call(args), { catalogue: CATALOGUE })).toEqual(titles);
});

test('what is added is what the tool takes', () => {
  const [problem] = problemsIn(analyseText('a.json', call({ item_id: 'n' }), { catalogue: CATALOGUE }));
  expect(problem?.fixes).toEqual([
    { title: 'Add "ttl_seconds"', do: 'add', path: ['args'], key: 'ttl_seconds', value: 60 },
  ]);
});

test('nothing is said of a tool whose schema is broken, or whose catalogue is', () => {
  const broken = CATALOGUE.replace('"type": "integer"', '"type": "int"');
  expect(problemLines(analyseText('a.json', call({}), { catalogue: broken }))).toEqual([]);
  expect(problemLines(analyseText('a.json', call({}, 'draft_reply'), { catalogue: broken }))).toEqual([
    `1:64 ${RULE} error`,
  ]);
  expect(problemLines(analyseText('a.json', call({}), { catalogue: CATALOGUE.replace(',', ',,') }))).toEqual([]);
});

test('a schema that leads back to itself judges as deep as the arguments go, and lets nothing through that is deeper than can be followed', () => {
  const catalogue = JSON.stringify({
    comms: [
      {
        name: 'snooze',
        description: '',
        parameters: { type: 'object', properties: { a: { $ref: '#' } }, additionalProperties: false },
      },
    ],
  });
  const deep = JSON.parse(`${'{"a":'.repeat(50)}{"b":1}${'}'.repeat(50)}`);
  expect(problemsIn(analyseText('a.json', call(deep), { catalogue })).map(one => one.rule)).toEqual([RULE]);
  const deeper = call({ n: 0 }).replace('{"n":0}', `${'{"a":'.repeat(100_000)}{}${'}'.repeat(100_000)}`);
  expect(problemsIn(analyseText('a.json', deeper, { catalogue })).map(({ message }) => message)).toEqual([
    expect.stringContaining("can't be checked completely"),
  ]);
});
