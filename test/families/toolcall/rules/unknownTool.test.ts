import { expect, test } from 'vitest';
import { analyse } from '../../../../server/src/analysis/analyse';
import type { Catalogue } from '../../../../server/src/model/catalogue';
import { analyseText, memoryFile, problemLines } from '../../../kit/analyseText';
import { CATALOGUE } from '../../../kit/catalogue';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';
import { testContext } from '../../../kit/testContext';

const RULE = 'toolcall/unknown-tool';
const call = (agent: string, tool: string) =>
  JSON.stringify({
    call_id: 't_4k7m2p9x1c',
    agent,
    tool,
    args: {},
    ts: '2026-06-01T07:30:00Z',
    confirm_required: false,
  });

test('what the catalogue lists for no agent, and what it lists for another', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": 60}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
        {"agent": "comms", "tool": "snoze", "args": {"item_id": "n", "ttl_seconds": 60}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                           ^^^^^^^ toolcall/unknown-tool error: "snoze" is not a tool of "comms"; did you mean "snooze"?
        {"agent": "comms", "tool": "find_overlaps", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                           ^^^^^^^^^^^^^^^ toolcall/unknown-tool error: "find_overlaps" is not a tool of "comms"; "calendar" has a tool of this name.
        {"agent": "comms", "tool": "telepathy", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                           ^^^^^^^^^^^ toolcall/unknown-tool error: "telepathy" is not a tool of "comms"; its tools are "snooze", "draft_reply".
        {"agent": "finance", "tool": "telepathy", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                             ^^^^^^^^^^^ toolcall/unknown-tool error: "telepathy" is not a tool of "finance"; the catalogue lists no tools for it.
        {"agent": "orchestrator", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": 60}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //          ^^^^^^^^^^^^^^ toolcall/unknown-tool error: "orchestrator" is not an agent in the catalogue; "snooze" is a tool of "comms".
        {"agent": "wellness", "tool": "telepathy", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //          ^^^^^^^^^^ toolcall/unknown-tool error: "wellness" is not an agent in the catalogue; its agents are "comms", "calendar", "finance".
        {"agent": "comm", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": 60}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //          ^^^^^^ toolcall/unknown-tool error: "comm" is not an agent in the catalogue; did you mean "comms"?
        {"agent": "comms", "tool": "constructor", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                           ^^^^^^^^^^^^^ toolcall/unknown-tool
        {"agent": "comms", "tool": "", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                           ^^ toolcall/unknown-tool error: "tool" is empty; the tools of "comms" are "snooze", "draft_reply".
        {"agent": "finance", "tool": " ", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                             ^^^ toolcall/unknown-tool error: "tool" is empty; name a tool of the catalogue.
        {"agent": "comms", "tool": "{tool}", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                           ^^^^^^^^ envelope/placeholder
        {"quarantined_at": "2026-06-01T05:30:01Z", "reason": "no such tool", "errors": [], "call": {"agent": "comms", "tool": "snoze", "args": {}}}
    `,
    { catalogue: CATALOGUE },
    [RULE, 'schema/enum', 'schema/required', 'envelope/placeholder', 'schema/minLength'],
  );
});

test.each([
  ['comms', 'snoze', ['Change "tool" to "snooze"']],
  ['calendar', 'snooze', ['Change "agent" to "comms"']],
  ['orchestrator', 'snooze', ['Change "agent" to "comms"']],
  ['comms', 'telepathy', []],
])('a call of %s to %s is mended by what is near', (agent, tool, titles) => {
  expect(expectFixesClear(RULE, call(agent, tool), { catalogue: CATALOGUE })).toEqual(titles);
});

test.each([
  ['there is no catalogue', undefined],
  ['the catalogue is none', '{"comms": "snooze"}'],
  ['the catalogue is half written', `${CATALOGUE.slice(0, CATALOGUE.lastIndexOf(']'))}`],
  ['the catalogue has a fault', CATALOGUE.replace(',', ',,')],
])('nothing is said where %s', (_, catalogue) => {
  const settings = catalogue === undefined ? {} : { catalogue };
  expect(problemLines(analyseText('a.json', call('comms', 'telepathy'), settings))).toEqual([]);
});

test('a catalogue is looked through once for each name that it does not list', () => {
  const [path, namePath, parametersPath] = [
    ['comms', 0],
    ['comms', 0, 'name'],
    ['comms', 0, 'parameters'],
  ];
  const snooze = { name: 'snooze', agent: 'comms', uri: 'file:///c.json', path, namePath, parametersPath };
  const names = new Map([['snooze', snooze]]);
  let looked = 0;
  const tools = Object.assign(names, {
    keys: () => {
      looked++;
      return ['snooze'].values();
    },
  });
  const comms = { name: 'comms', uri: 'file:///c.json', path: ['comms'], tools };
  const catalogue: Catalogue = { agents: new Map([['comms', comms]]), files: new Map(), isWhole: true, isClosed: true };
  const [snoze, sneeze] = [call('comms', 'snoze'), call('comms', 'sneeze')];
  const lines = [snoze, sneeze, snoze, sneeze, snoze].join('\n');
  const context = testContext();
  const { analysis } = analyse(memoryFile('a.jsonl', lines), { ...context, facts: { ...context.facts, catalogue } });
  const said = problemLines(analysis).filter(one => one.includes(RULE));
  expect(said).toHaveLength(5);
  expect(looked).toBe(2);
});
