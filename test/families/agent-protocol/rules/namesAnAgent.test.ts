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
  ['Spec written by the spec-writer agent', 'spec-writer agent'],
  ['From spec-agent: all done', 'spec-agent'],
  ['All done. Passed to checklist-agent for review', 'checklist-agent'],
  ['Ready for the Validator Agent', 'Validator Agent'],
  ['The plan is ready for the next agent', 'next agent'],
  ['Spec-agent found 3 gaps', 'Spec-agent'],
  ['The validator agent completed its checks', 'validator agent'],
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
  // The product may have agents.
  'Send data to the datadog-agent',
  'metrics are sent to the collector agent',
  'metrics are passed to the collector-agent',
  'Wait for travel-agent integration',
  'The next agent login page is missing',
  'Calls are routed to the next agent',
  'Support handover to call-center agents',
  'Support handover to call-center',
  'The load balancer agent is from the Datadog agent',
  'The customer is connected to the insurance broker agent',
  'Ready for travel-agent integration',
  'Passed to the error-handler when parsing fails',
  'Work is passed to the queue-worker',
  'Returned to api-controller',
  'Handoff to message-broker is asynchronous',
  'hand to '.repeat(100_000),
  'the plan is next '.repeat(10_000),
])('%.60s: no agent', note => {
  const output = { success: true, summary: 'x', artifacts: [], recommendation: 'proceed', notes: [note] };
  expect(problemsIn(analyseText('a.json', JSON.stringify(output)))).toEqual([]);
});
