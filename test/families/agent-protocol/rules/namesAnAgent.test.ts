import { expect, test } from 'vitest';
import { analysed, problemsIn } from '../../../kit/analysed';
import { check } from '../../../kit/check';

test('notes that say who comes next or came before', () => {
  check(
    'a.json',
    `
        { "success": true, "summary": "x", "artifacts": [], "recommendation": "proceed",
          "notes": ["Ready for: validator-agent validation", "Focus: security"] }
      //            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ agent-protocol/names-an-agent warning: This names "validator-agent"
    `,
  );
  check(
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
  'Ready for next phase',
  'Error: Run checklist-agent with action=create first',
  'The user-agent header is set by the client',
  'Validation by an agent',
  'for agents-to-agentic',
  'for '.repeat(100_000),
])('%.60s: no agent', note => {
  const output = { success: true, summary: 'x', artifacts: [], recommendation: 'proceed', notes: [note] };
  expect(problemsIn(analysed('a.json', JSON.stringify(output)))).toEqual([]);
});
