import { describe, expect, test } from 'vitest';
import { analyseText, problemsIn } from '../kit/analyseText';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';

/** agent-protocol and workflow-primitives: envelopes that differ in a word or two. */
describe('a time', () => {
  const withTime = (timestamp: unknown) =>
    JSON.stringify({ status: 'success', result: 1, trace: [], metadata: { trace_id: 't' }, timestamp });
  const fixesOf = (timestamp: unknown) =>
    problemsIn(analyseText('a.json', withTime(timestamp))).flatMap(({ rule, fixes }) =>
      fixes.map(({ title, certain = false }) => `${rule}: ${title} ${certain}`),
    );

  test('of a day that there is not is no time, and none to rewrite', () => {
    for (const time of ['2026-02-30T10:00Z', '2026-13-01T10:00Z', '2026-02-30T10:00:00Z', '2026-02-30 10:00:00Z'])
      expect(
        fixesOf(time).map(fix => fix.replace(/"2\d{3}.*"/, 'now')),
        time,
      ).toEqual([expect.stringMatching(/^schema\/format: .* false$/)]);
  });

  test('that is no text is not read as one', () => {
    for (const time of [{ toString: 1 }, [[]], null]) expect(() => fixesOf(time)).not.toThrow();
    expect(fixesOf(':00'.repeat(100_000))).toHaveLength(1);
  });
});

describe('an input', () => {
  test('with paths as lists, and an action of its own', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "context": { "feature_id": "f", "workflow": "specify", "iteration": 1 },
          "paths": { "spec": "a.md", "artifacts": ["b.md", "c.md"] },
          "task": { "action": "brew", "params": {} } }
    `,
    );
  });

  test('that leaves a path open keeps it: that there is none is news', () => {
    const input =
      '{ "context": { "feature_id": "f", "workflow": "plan", "iteration": 1 }, "paths": { "plan": null }, "task": { "action": "create", "params": {} } }';
    const [problem] = problemsIn(analyseText('a.json', input));
    expect(problem?.fixes).toMatchObject([{ title: 'Remove "plan", which is null', certain: false }]);
  });

  test('that lacks what it needs further down', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "context": { "feature_id": "012", "iteration": 0 },
      //  ^^^^^^^^^ schema/required error: "workflow" (Workflow) is missing from "context".
      //                                                 ^ schema/minimum error: it must be at least 1
          "paths": { "spec": 7, "artifacts": [8] },
      //                     ^ schema/type error: "spec" is 7, a number; it must be a string or an array.
      //                                      ^ schema/type error: "artifacts[0]" is 8
          "task": { "action": "create" } }
      //  ^^^^^^ schema/required error: "params"
    `,
    );
  });

  test('of the workflow primitives has a mode', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "context": { "feature_id": "012", "workflow": "specify", "iteration": 1, "plugin": "humaninloop" },
          "paths": { "feature_root": "specs/012/" },
          "task": { "mode": "crate", "params": {} } }
      //                    ^^^^^^^ schema/enum error: did you mean "create"?
    `,
    );
  });
});

describe('an output', () => {
  test('whose recommendation is misspelt', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "success": true, "summary": "x", "artifacts": [], "recommendation": "procede" }
      //                                                                      ^^^^^^^^^ schema/enum error: did you mean "proceed"?
    `,
    );
  });

  test('with an operation of the protocol before', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "success": true, "summary": "x", "recommendation": "proceed", "artifacts": [
          { "path": "a.md", "operation": "overwrite", "content": "A" }] }
      //                                 ^^^^^^^^^^^ agent-protocol/superseded warning: "overwrite" is superseded
    `,
    );
  });

  test('with the keys of the protocol before: words, no errors', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "success": true, "summary": "x", "artifacts": [], "recommendation": "proceed",
          "state_updates": {} }
      //  ^^^^^^^^^^^^^^^ agent-protocol/superseded warning: "state_updates" is superseded
    `,
    );
  });
});

describe('an artifact return', () => {
  test('that failed and has nothing to write', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "success": false, "next_recommendation": "retry", "error": "no spec" }
      //^ schema/required warning: "artifacts"
      //^ schema/required warning: "state_updates"
    `,
    );
  });

  test('says more than its contract names', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "success": false, "artifacts": [], "state_updates": {}, "next_recommendation": "retry", "mode": "update",
          "error": "no gap", "guidance": "look again", "available_ids": ["G-001"], "message": "nothing done" }
    `,
    );
  });

  test('that deletes a file', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "success": true, "next_recommendation": "proceed", "state_updates": {}, "artifacts": [
          { "path": "a.md", "operation": "delete" },
          { "path": "b.md", "operation": "create" }] }
      //  ^ schema/required error: "content" (Content) is missing from "artifacts[1]".
    `,
    );
  });

  test('whose words are not those of the registry', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "success": true, "next_recommendation": "proceed", "artifacts": [], "state_updates": {
            "workflow_status": { "status": "complete", "specify": "done" },
      //                                   ^^^^^^^^^^ schema/enum warning: did you mean "completed"?
      //                                                          ^^^^^^ schema/enum warning:
            "document_availability": { "spec.md": "presnt" },
      //                                          ^^^^^^^^ schema/enum warning: did you mean "present"?
            "gap_priority_queue": [{ "id": "G-001", "status": "resolve" }] } }
      //                                                      ^^^^^^^^^ schema/enum warning: did you mean "resolved"?
    `,
    );
  });
});

test('an output that still has what was superseded is an output', () => {
  const hybrid = {
    success: true,
    summary: 's',
    artifacts: [],
    notes: [],
    recommendation: 'proceed',
    state_updates: { workflow_status: { status: 'completed' } },
    next_recommendation: 'proceed',
  };
  const { parts } = analyseText('a.json', JSON.stringify(hybrid));
  expect(parts.map(({ recognition }) => recognition?.kind.id)).toEqual(['agent-protocol/output']);
});

describe('a log record', () => {
  test('of a user and a profile', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "level": "INFO", "component": "WorkerAgent", "event": "execute_start", "trace_id": "t-1",
          "message": "Started", "user_id": "u-310", "profile": "demo" }
    `,
    );
  });
});
