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

// A note may be about the product, which may have agents of its own: "metrics are sent to the collector agent". Only notes on the work of
// the workflow count: a sentence begins with them, or with the work that they are about.
const SENTENCE = String.raw`(?:^|[.;:!?] +|\n[ \t]*(?:[-*] +)?)`;
const WORK = String.raw`(?:(?:the +)?(?:\w+ +)?(?:spec|specification|plan|tasks|checklist|report|research|draft|review|work|gaps)(?:\.md)? +(?:(?:is|was|are|were|has been) +)?)?`;
const DONE =
  '(?:written|created|made|prepared|produced|updated|drafted|completed|finished|reviewed|validated|checked|approved)';
const HANDED =
  '(?:hand(?:ed|ing|s)?[ -]?(?:off|over)?|handoff|pass(?:ed|ing)?(?: +on)?|delegated?|returned?) +(?:back +)?to';
const PASSED = `(?:ready +for|left +for|next|previous|${DONE} +(?:for|by)(?: +[\\w-]{1,40},? +and +(?:for|by))?|${HANDED})`;
const TURN = `${SENTENCE}${WORK}${PASSED}:? +(?:the +)?`;
// Verbs of an agent that has done its part.
const DID = '(?:found|wrote|created|completed|finished|reviewed|validated|checked|produced|updated|approved|reported)';
const NAME = String.raw`[\`"']?(?<agent>[a-z][a-z0-9_-]{0,60}[-_]agent|[a-z][a-z0-9_-]{0,60}[eo]r[\`"']? agent)(?![\w-])`;
const FORMS = [
  new RegExp(TURN + NAME, 'gi'),
  new RegExp(`${SENTENCE}(?:from|for|to|by|after|before|via) +(?:the +)?${NAME}[\`"']?(?=:| *$)`, 'gi'),
  new RegExp(`${SENTENCE}(?:the +)?${NAME}[\`"']? +(?:has +)?${DID}(?![\\w-])`, 'gi'),
  new RegExp(
    `${SENTENCE}(?:the +)?(?<agent>(?:next|previous) agent)(?= *(?:[:(,.]|$)| +(?:(?:is|will|should|must|has) |${DID}(?![\\w-])))`,
    'gi',
  ),
  new RegExp(`${TURN}(?<agent>(?:next|previous) agent)(?![\\w-])`, 'gi'),
  new RegExp(
    String.raw`${SENTENCE}${WORK}${HANDED}:? +(?:the +)?[\`"']?(?<agent>[a-z][a-z0-9]{1,30}(?:[-_][a-z0-9]{2,30}){0,2}[-_][a-z0-9]{2,28}[eo]r)(?![\w-]| +agents)`,
    'gi',
  ),
];
// Browser, software and human agents, parts of programs, and words that are no names.
const NO_NAME =
  /^(?:(?:user|multi|sub|super|single|ai|llm|same|other|whole|each|any|current|coding|former|latter|newer|older|customer|server|travel|real-estate|estate|insurance|ticket|booking|support|sales|call-center|broker|datadog|collector|monitoring|ssh|gpg|build)[`"']?[-_ ]agent|end[-_]user|.*[-_](?:server|balancer|layer|folder|container|center|handler|controller|provider|worker|broker|router|manager|scheduler|listener|loader|parser|processor|dispatcher|adapter|wrapper|consumer|subscriber|connector|operator|driver|cluster|picker))$/i;
