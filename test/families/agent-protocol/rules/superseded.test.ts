import { describe, expect, test } from 'vitest';
import { analyseText, problemsIn } from '../../../kit/analyseText';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'agent-protocol/superseded';

test('what the protocol before had', () => {
  expectDrawnProblems(
    'a.json',
    `
        { "$schema": "agent-envelopes:/agent-protocol/output.schema.json",
          "success": true, "summary": "x", "recommendation": "proceed", "artifacts": [
          { "path": "a.md", "operation": "overwrite", "content": "A" }],
      //                                 ^^^^^^^^^^^ agent-protocol/superseded warning: "overwrite" is superseded in the agent protocol; use "update"
          "state_updates": {},
      //  ^^^^^^^^^^^^^^^ agent-protocol/superseded warning: return the changed registry as an artifact
          "result": 7,
      //  ^^^^^^^^ agent-protocol/superseded warning:
          "next_recommendation": "proceed" }
      //  ^^^^^^^^^^^^^^^^^^^^^ agent-protocol/superseded warning: "next_recommendation" is superseded in the agent protocol; rename it to "recommendation"
    `,
  );
  expectDrawnProblems(
    'a.jsonl',
    `
        { "context": { "feature_id": "f", "workflow": "plan", "iteration": 1 }, "paths": {}, "task": { "action": "create", "mode": "create", "params": {} } }
      //                                                                                                                   ^^^^^^ agent-protocol/superseded warning: "mode" is superseded in the agent protocol; rename it to "action".
    `,
  );
});

describe('its fix', () => {
  const output = (more: string) =>
    `{"$schema": "agent-envelopes:/agent-protocol/output.schema.json", "success": true, "artifacts": [], ${more}}`;
  const input = (task: string) =>
    `{"$schema": "agent-envelopes:/agent-protocol/input.schema.json", "context": {"feature_id": "f", "workflow": "plan", "iteration": 1}, "paths": {}, "task": ${task}}`;

  test.each([
    [output('"summary": "x", "next_recommendation": "proceed"'), 'Rename to "recommendation"'],
    [
      output('"summary": "x", "recommendation": "retry", "next_recommendation": "retry"'),
      'Remove "next_recommendation"',
    ],
    [output('"summary": "x", "recommendation": "retry", "state_updates": {"a": 1}'), 'Remove "state_updates"'],
    [output('"recommendation": "retry", "result": "done"'), 'Rename to "summary"'],
    [output('"summary": "x", "recommendation": "retry", "result": ["done"]'), 'Rename to "notes"'],
    [output('"summary": "x", "recommendation": "retry", "result": {"a": 1}'), 'Remove "result"'],
    [
      output('"summary": "x", "recommendation": "retry"').replace(
        '[]',
        '[{"path": "a.md", "operation": "overwrite", "content": "A"}]',
      ),
      'Change to "update"',
    ],
    [input('{"mode": "create", "params": {}}'), 'Rename to "action"'],
    [input('{"action": "create", "mode": "create", "params": {}}'), 'Remove "mode"'],
  ])('%s', (text, title) => {
    expect(expectFixesClear(RULE, text)).toEqual([title]);
  });
});

test('nothing of it in the protocol before', () => {
  const returned =
    '{"success": true, "artifacts": [{"path": "a.md", "operation": "overwrite", "content": "A"}], "state_updates": {}, "next_recommendation": "proceed"}';
  expect(problemsIn(analyseText('a.json', returned))).toEqual([]);
});
