import { describe, test } from 'vitest';
import { expectDrawnProblems } from '../kit/expectDrawnProblems';

describe('a message', () => {
  test('of agents and intents that the protocol names', () => {
    expectDrawnProblems(
      'a.json',
      `
        {
          "id": "msg_1", "timestamp": "2026-04-14T13:05:00Z",
          "from": "build", "to": "conductor", "intent": "idea",
          "context": { "project": "ledger", "domain": "feature", "priority": 2 },
          "payload": { "input": "x", "output": null, "confidence": 0.9, "needsReview": false }
        }
    `,
    );
  });

  test('from, to and handed on to agents that nobody declared', () => {
    expectDrawnProblems(
      'a.jsonl',
      `
        {"id":"m","timestamp":"2026-04-14T13:05:00Z","from":"biuld","to":"writer","intent":"idae","context":{"project":"p","domain":"d","priority":1},"payload":{"input":1,"output":1,"confidence":0.9,"needsReview":false},"handoff":{"nextAgent":"reveiw","instructions":"x"}}
      //                                                    ^^^^^^^ agent-message/unknown-agent warning: did you mean "build"?
      //                                                                 ^^^^^^^^ agent-message/unknown-agent warning: add it to "agents" in .agent-envelopes.json
      //                                                                                   ^^^^^^ agent-message/unknown-intent warning: did you mean "idea"?
      //                                                                                                                                                                                                                                           ^^^^^^^^ agent-message/unknown-agent warning: did you mean "review"?
    `,
    );
  });

  test('of agents and intents that the user declared', () => {
    expectDrawnProblems(
      'a.jsonl',
      `
        {"id":"m","timestamp":"2026-04-14T13:05:00Z","from":"typefully","to":"content-bawsa","intent":"post","context":{"project":"p","domain":"d","priority":1},"payload":{"input":1,"output":1,"confidence":0.9,"needsReview":false}}
    `,
      { agents: ['typefully', 'content-bawsa'], intents: ['post'] },
    );
  });

  test('with a name that is near a declared one', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "from": "typefuly", "to": "build", "payload": { "confidence": 0.9 } }
      //          ^^^^^^^^^^ agent-message/unknown-agent warning: did you mean "typefully"?
      //^ schema/required error: "id"
      //^ schema/required error: "timestamp"
      //^ schema/required error: "intent"
      //^ schema/required error: "context"
      //                                     ^^^^^^^^^ schema/required error: "input"
      //                                     ^^^^^^^^^ schema/required error: "output"
      //                                     ^^^^^^^^^ schema/required error: "needsReview"
    `,
      { agents: ['typefully'] },
    );
  });

  test('whose agent is no text has one problem', () => {
    expectDrawnProblems(
      'a.json',
      `
        {
          "id": "msg_1", "timestamp": "yesterday",
      //                              ^^^^^^^^^^^ schema/format error: it must be an ISO 8601 time
          "from": 7, "to": "build", "intent": "bug",
      //          ^ schema/type error: "from" is 7, a number; it must be a string.
          "context": { "project": "ledger", "domain": "feature", "priority": 4 },
      //                                                                     ^ schema/enum error: it must be one of 1, 2, 3
          "payload": { "input": 1, "output": 1, "confidence": 1.4, "needsReview": "true" }
      //                                                      ^^^ schema/maximum error: "confidence" is 1.4; it must lie between 0 and 1.
      //                                                                          ^^^^^^ schema/type error: it must be true or false
        }
    `,
    );
  });
});

describe('an error', () => {
  test('needs an issue', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "from": "fix", "to": "conductor", "payload": { "output": null, "confidence": 0, "needsReview": true },
          "issues": [] }
      //            ^^ schema/minItems error: "issues" is empty; it must hold at least 1 item.
    `,
    );
  });

  test('has no output', () => {
    expectDrawnProblems(
      'a.json',
      `
        { "from": "fix", "to": "conductor", "payload": { "output": {}, "confidence": 0, "needsReview": true },
      //                                                           ^^ schema/type error: "output" is an object; it must be null.
          "issues": [{ "severity": "eror", "message": "No log" }] }
      //                           ^^^^^^ schema/enum error: did you mean "error"?
    `,
    );
  });
});

test('a checkpoint offers what the user may choose, and tolerates artifacts of others', () => {
  expectDrawnProblems(
    'a.json',
    `
        { "from": "conductor", "to": "user", "intent": "checkpoint", "payload": {
            "type": "approval_required", "stage": "pre_commit", "summary": "x",
            "artifacts": [{ "type": "file", "content": "x", "status": "proposed" }],
      //                            ^^^^^^ schema/enum warning: "type" is "file"; it must be one of
            "options": ["aprove", "reject"] } }
      //                ^^^^^^^^ schema/enum warning: did you mean "approve"?
  `,
  );
});

test('a checkpoint record says how long the user took', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"checkpointId":"c","workflowId":"w","timestamp":"2026-04-14T13:20:00Z","stage":"pre_commit","response":"approve","responseTime":"4:30","notes":null}
      //                                                                                                                                 ^^^^^^ schema/pattern error: it must be hours, minutes and seconds
  `,
  );
});

test('an error message may say where it belongs; with an intent or an input it is a message', () => {
  expectDrawnProblems(
    'a.jsonl',
    `
        {"from":"build","to":"conductor","context":{"workflowId":"w"},"payload":{"output":null,"confidence":0,"needsReview":true},"issues":[{"severity":"error","message":"x","resolution":"y"}]}
      //                                 ^^^^^^^^^ schema/unknown-property info: "context" is not defined in an error message.
        {"id":"m","timestamp":"2026-04-14T13:20:00Z","from":"build","to":"conductor","intent":"bug","context":{"project":"p","domain":"bugfix","priority":1,"workflowId":"w"},"payload":{"input":"i","output":null,"confidence":0,"needsReview":true,"reasoning":"r"},"handoff":null,"issues":[{"severity":"error","message":"x","resolution":"y"}]}
  `,
    {},
    ['schema/required', 'schema/unknown-property'],
  );
});
