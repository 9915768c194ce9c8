import { defineRule } from '../../../rules/defineRule';
import { undeclaredNames } from '../../../rules/undeclaredNames';

export default defineRule({
  id: 'agent-message/unknown-intent',
  severity: 'warning',
  fix: 'changes it to the intent that was meant, or adds it to the settings of the folder',
  docs: `The intent decides which agent a message is routed to; one that nobody has declared is routed nowhere.

**Good:**

\`\`\`json
{"from": "build", "to": "conductor", "intent": "analytics", "payload": {"confidence": 0.95}}
\`\`\`

**Bad:**

\`\`\`json
{"from": "build", "to": "conductor", "intent": "anaytics", "payload": {"confidence": 0.95}}
\`\`\`

The protocol names its intents in \`IntentType\`. Projects add their own; declare those in the setting
\`agentEnvelopes.intents\`, or as \`intents\` in the folder's \`.agent-envelopes.json\`.

Source: Agent Message Protocol, "Message Structure".`,
  check({ value, kind, facts }, report) {
    const list = { slot: 'intent', noun: 'intent', declared: facts.intents, setting: 'intents' } as const;
    undeclaredNames({ value, kind }, list).forEach(report);
  },
});
