import { defineRule } from '../../../rules/defineRule';
import { ruleNameFault } from '../../../rules/ruleNames';
import { visitSlotKeys } from '../../../rules/visitSlotKeys';

export default defineRule({
  id: 'agent-envelopes/unknown-rule',
  severity: 'warning',
  fix: 'writes the rule that was meant',
  docs: `A severity is given to a rule that there is not, so it does nothing: the findings that were meant are shown as before.

**Good:**

\`\`\`json
{"$schema": "agent-envelopes:/agent-envelopes/settings.schema.json", "rules": {"agent-io/zone-not-utc": "off", "schema/*": "error"}}
\`\`\`

**Bad:**

\`\`\`json
{"$schema": "agent-envelopes:/agent-envelopes/settings.schema.json", "rules": {"agent-io/zone-not-uct": "off"}}
\`\`\`

The id of a rule stands beside each of its problems; \`family/*\` means all of a family.

Source: \`schemas/agent-envelopes/settings.schema.json\`, \`rules\`.`,
  check({ value, kind, known }, report) {
    visitSlotKeys('rule', { value, kind }, (path, key) => {
      const fault = ruleNameFault(key, known.rules);
      if (!fault) return;
      const { message, meant } = fault;
      const fixes =
        meant === undefined ? [] : [{ title: `Change to "${meant}"`, do: 'rename' as const, path, to: meant }];
      report({ path, on: 'key', message, fixes });
    });
  },
});
