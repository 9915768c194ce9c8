import { describe, expect, test } from 'vitest';
import { countRecognisedKinds } from '../../../server/src/features/cursor';
import { analyseText, recognisedKinds } from '../../kit/analyseText';
import { REVIEWS } from '../../kit/declaredProtocols';
import { expectDrawnProblems } from '../../kit/expectDrawnProblems';

const NAME = 'ours.agent-protocol.json';

describe('a protocol file', () => {
  test('is known by how its name ends, and is no envelope', () => {
    const analysis = analyseText(NAME, JSON.stringify(REVIEWS));
    expect(recognisedKinds(analysis)).toEqual(['agent-envelopes/protocol']);
    expect(countRecognisedKinds(analysis)).toEqual([]);
    expectDrawnProblems(NAME, `  ${JSON.stringify(REVIEWS)}`);
  });

  test('says where it is wrong', () => {
    expectDrawnProblems(
      NAME,
      `
      {
        "id": "7 days",
    //        ^^^^^^^^ agent-envelopes/protocol-fault error: must begin with a letter
        "kind": {},
    //  ^^^^^^ schema/additionalProperties error: did you mean "kinds"?
        "kinds": {}
      }
      `,
    );
    expectDrawnProblems(
      NAME,
      `
      {
        "id": "ours",
        "kinds": {
          "verdict": {
            "schema": { "type": "object", "allOf": [{ "$ref": "#" }] },
    //                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ agent-envelopes/protocol-fault error: refers to itself
            "tells": { "run": "/a", "agent": "by" }
          },
          "request": {
            "schema": {},
            "side": "asks",
    //              ^^^^^^ schema/enum error: did you mean "ask"?
            "tells": { "run": "/a", "agent": ["/by", "from"] },
    //                                               ^^^^^^ agent-envelopes/protocol-fault error: such as "/from"
            "signature": { "proof": [{ "at": "/a", "equals": 1 }] }
    //                               ^^^^^^^^^^^^^^^^^^^^^^^^^^^ agent-envelopes/protocol-fault error: next to "at" it needs
          }
        }
      }
      `,
    );
  });
});

test('a pointer of the steps that finds nothing in any good example is told', () => {
  expectDrawnProblems(
    NAME,
    `
    {
      "id": "relay",
      "readOnly": true,
      "kinds": {
        "line": {
          "signature": { "proof": ["/relay"] },
          "steps": [
            { "when": "/prompt", "title": "/prompt", "agent": ["/by", "=user"] },
  //                                                           ^^^^^ agent-envelopes/wrong-example info: No good example has anything at "/by".
            {
              "when": "/model",
              "title": "/answer",
              "about": "={/model}: {/anser}",
  //                   ^^^^^^^^^^^^^^^^^^^^^ agent-envelopes/wrong-example info: No good example has anything at "/anser".
              "messages": { "role": "assistant", "text": "/answer", "reasoning": "/thougt" }
  //                                                                             ^^^^^^^^^ agent-envelopes/wrong-example info: No good example has anything at "/thougt".
            },
            { "each": "/cals/*", "step": "tool", "call": { "tool": "/name" } },
  //                  ^^^^^^^^^ agent-envelopes/wrong-example info: No good example has anything at "/cals/*".
            { "each": "/calls/*", "title": "/name" }
          ],
          "examples": {
            "good": [
              { "relay": 1, "prompt": "Hello" },
              { "relay": 1, "model": "m", "answer": "Hi", "thought": "hm", "calls": [{ "name": "ls" }] }
            ]
          }
        }
      }
    }
    `,
  );
});
