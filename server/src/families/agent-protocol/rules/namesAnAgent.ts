import { defineRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { isObject } from '../../../text/jsonPointer';

/** Reports a note that names the next or previous agent, since the workflow alone decides the order of agents. */
export default defineRule({
  id: 'agent-protocol/names-an-agent',
  severity: 'warning',
  check({ value }, report) {
    if (!isObject(value)) return;
    for (const key of ['notes', 'prior_context']) {
      const notes = value[key];
      if (!Array.isArray(notes)) continue;
      notes.forEach((note, index) => {
        const agent = typeof note === 'string' && agentIn(note.slice(0, LONGEST));
        if (!agent) return;
        const message = t`This names "${agent}"; the workflow decides which agent comes next. Describe the findings, without naming an agent.`;
        report({ path: [key, index], message });
      });
    }
  },
});

const LONGEST = 2000;

/**
 * Returns the name of an agent that a note mentions, such as `code-reviewer` in "hand over to code-reviewer"; undefined if it mentions
 * none.
 */
function agentIn(note: string): string | undefined {
  for (const form of FORMS) {
    for (const { groups } of note.matchAll(form)) {
      const agent = groups?.['agent'];
      if (agent !== undefined && !NO_NAME.test(agent)) return agent;
    }
  }
  return undefined;
}

const AFTER = String.raw`(?:^|[^\w-])(?:for|to|from|by|next|previous|after|before|via):? +`;
const FORMS = [
  new RegExp(`${AFTER}(?:the +)?[\`"']?(?<agent>[a-z][a-z0-9_-]{0,60}[-_]agent)(?![\\w-])`, 'gi'),
  // Only words for someone who acts before "agent": `the reviewer agent`.
  new RegExp(`${AFTER}the +[\`"']?(?<agent>[a-z][a-z0-9_-]{0,60}[eo]r[\`"']? agent)(?![\\w-])`, 'gi'),
  /(?:^|[^\w-])(?<agent>(?:next|previous) agent)(?![\w-])/gi,
  /(?:^|[^\w-])hand(?:ed|ing|s)?[ -]?(?:off|over)? to +(?:the +)?[`"']?(?<agent>[a-z][a-z0-9]{1,30}(?:[-_][a-z0-9]{2,30}){0,2}[-_][a-z0-9]{2,28}[eo]r)(?![\w-])/gi,
];
// Browser and software agents, and words that are no names.
const NO_NAME =
  /^(?:(?:user|multi|sub|super|single|ai|llm|same|other|whole|each|any|current|coding|former|latter|newer|older|customer|server)[`"']?[-_ ]agent|end[-_]user|.*[-_](?:server|balancer|layer|folder|container))$/i;
