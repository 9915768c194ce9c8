import { expect, test } from 'vitest';
import { analyseText, problemsIn } from '../../../kit/analyseText';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';

test('notes that say who comes next or came before', () => {
  expectDrawnProblems(
    'a.json',
    `
        { "success": true, "summary": "x", "artifacts": [], "recommendation": "proceed",
          "notes": ["Ready for: validator-agent validation", "Focus: security"] }
      //            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ agent-protocol/names-an-agent warning: This names "validator-agent"
    `,
  );
  expectDrawnProblems(
    'a.jsonl',
    `
        { "context": { "feature_id": "f", "workflow": "plan", "iteration": 1 }, "paths": {}, "task": { "action": "create", "params": {} }, "prior_context": ["Written by the \`spec_agent\`", 7] }
      //                                                                                                                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ agent-protocol/names-an-agent
    `,
    {},
    ['agent-protocol/names-an-agent'],
  );
});

test.each([
  ['Next agent: plan-builder', 'Next agent'],
  ['Handoff to spec-writer', 'spec-writer'],
  ['Hand over to the plan_builder now', 'plan_builder'],
  ['Next: the validator agent', 'validator agent'],
  ['Previous agent (validator) found 3 gaps', 'Previous agent'],
  ['Written for user-agent, and for spec-agent', 'spec-agent'],
])('%s names one', (note, agent) => {
  const output = { success: true, summary: 'x', artifacts: [], recommendation: 'proceed', notes: [note] };
  expect(problemsIn(analyseText('a.json', JSON.stringify(output)))).toMatchObject([
    { message: expect.stringContaining(`This names "${agent}"`) },
  ]);
});

test.each([
  'Ready for next phase',
  'Error: Run checklist-agent with action=create first',
  'The user-agent header is set by the client',
  'Validation by an agent',
  'for agents-to-agentic',
  'for '.repeat(100_000),
  'for the user-agent string',
  'Taken from the user agent header',
  'Use for multi-agent flows',
  'docs for the sub-agent support',
  'Handed over to production',
  'Handed over to end-users',
  'Handed to the end-user',
  'handed to sub-processes',
  'handed to front-end code',
  'hand-off to sign-off',
  'a callback for the calling agent',
  'written by the real-estate agent',
  'Handed to follow-up work',
  'Ready for: review',
  'hand to '.repeat(100_000),
])('%.60s: no agent', note => {
  const output = { success: true, summary: 'x', artifacts: [], recommendation: 'proceed', notes: [note] };
  expect(problemsIn(analyseText('a.json', JSON.stringify(output)))).toEqual([]);
});
