import { expect, test } from 'vitest';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'toolcall/unconfirmed-trigger';
const RULES = [RULE];

test('an action that may not go without asking', () => {
  expectDrawnProblems(
    'a.json',
    `
        {"trigger": {}, "signals": [], "candidates": [], "chosen": "NAP_15", "rationale": "x", "confirm_required": false, "outcome": "pending"}
      //                                                                                                           ^^^^^ toolcall/unconfirmed-trigger warning: "NAP_15" must be confirmed
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"trigger": {}, "signals": [], "candidates": [], "chosen": "NAP_15", "rationale": "x", "confirm_required": true, "outcome": "pending"}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"trigger": {}, "signals": [], "candidates": [], "chosen": "do_nothing", "rationale": "x", "confirm_required": false, "outcome": "pending"}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"trigger": {}, "signals": [], "candidates": [], "chosen": "SHOW_BRIEF", "rationale": "x", "confirm_required": false, "outcome": "pending"}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"trigger": {}, "signals": [], "candidates": [], "chosen": "leave_by_alert", "rationale": "x", "confirm_required": false, "outcome": "pending"}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"trigger": {}, "signals": [], "candidates": [], "chosen": "", "rationale": "x", "confirm_required": false, "outcome": "pending"}
    `,
    {},
    RULES,
  );
  expectDrawnProblems(
    'a.json',
    `
        {"trigger": {}, "signals": [], "candidates": [], "chosen": 7, "rationale": "x", "confirm_required": false, "outcome": "pending"}
    `,
    {},
    RULES,
  );
});

test('its fix', () => {
  expect(
    expectFixesClear(
      RULE,
      '{"trigger": {}, "signals": [], "candidates": [], "chosen": "NAP_15", "rationale": "x", "confirm_required": false, "outcome": "pending"}',
    ),
  ).toEqual(['Set "confirm_required" to true']);
});
