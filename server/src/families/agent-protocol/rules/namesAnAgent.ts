import { defineRule } from '../../../rules/defineRule';
import { isObject } from '../../../text/pointer';

export default defineRule({
  id: 'agent-protocol/names-an-agent',
  severity: 'warning',
  docs: `A note says which agent comes next, or came before. Agents do not know the workflow: it decides who reads the note, and
a note that routes is wrong as soon as the workflow changes.

**Good:**

\`\`\`json
{ "notes": ["Ready for validation", "1 clarification pending"] }
\`\`\`

**Bad:**

\`\`\`json
{ "notes": ["Ready for: validator-agent validation"] }
\`\`\`

Say what is known or what is to be done, not by whom. Only names that end in \`-agent\` or \`_agent\`, after a word such as
\`for\`, \`to\`, \`from\` or \`by\`, are found.

Source: Agent Protocol (ADR-007), "Key Design Decisions": notes without routing, no agent names in prior_context.`,
  check({ value }, report) {
    if (!isObject(value)) return;
    for (const key of ['notes', 'prior_context']) {
      const notes = value[key];
      if (!Array.isArray(notes)) continue;
      notes.forEach((note, index) => {
        const agent = typeof note === 'string' && NAMED.exec(note.slice(0, LONGEST))?.groups?.['agent'];
        if (!agent) return;
        const message = `This names "${agent}"; the workflow decides who comes next. Say what is known, not who is meant.`;
        report({ path: [key, index], message });
      });
    }
  },
});

const LONGEST = 2000;

const NAMED =
  /(?:^|[^\w-])(?:for|to|from|by|next|previous|after|before|via):? +(?:the +)?[`"']?(?<agent>[a-z][a-z0-9_-]{0,60}[-_]agent)(?![\w-])/i;
