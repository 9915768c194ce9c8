import { defineRule } from '../../../rules/defineRule';
import { undeclaredNames } from '../../../rules/undeclaredNames';

export default defineRule({
  id: 'agent-message/unknown-agent',
  severity: 'warning',
  fix: 'changes it to the agent that was meant, or adds it to the settings of the folder',
  docs: `A message from, to, or handed off to an agent that nobody has declared: the conductor cannot route it.

**Good:**

\`\`\`json
{"from": "build", "to": "conductor", "intent": "task", "payload": {"confidence": 0.95}}
\`\`\`

**Bad:**

\`\`\`json
{"from": "biuld", "to": "conductor", "intent": "task", "payload": {"confidence": 0.95}}
\`\`\`

The protocol names its agents in \`AgentType\`. Projects add their own; declare those in the setting
\`agentEnvelopes.agents\`, or as \`agents\` in the folder's \`.agent-envelopes.json\`.

Source: Agent Message Protocol, "Message Structure".`,
  check({ value, kind, facts }, report) {
    const list = { slot: 'agent', noun: 'agent', declared: facts.agents, setting: 'agents' } as const;
    undeclaredNames({ value, kind }, list).forEach(report);
  },
});
