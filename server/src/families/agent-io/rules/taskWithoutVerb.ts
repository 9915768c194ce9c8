import { defineRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { atPointer } from '../../../text/jsonPointer';

/** Reports a task in a request that does not begin with a verb, so that it is unclear what to do. */
export default defineRule({
  id: 'agent-io/task-without-verb',
  kinds: ['agent-io/request'],
  severity: 'info',
  check({ value, kind }, report) {
    if (kind.id !== 'agent-io/request') return;
    const task = atPointer(value, '/task');
    if (typeof task !== 'string') return;
    const [, word = ''] = FIRST_WORD.exec(task.slice(0, 200).trimStart()) ?? [];
    const noun = NOUNS.get(word.toLowerCase());
    if ((noun === undefined && !NO_VERBS.has(word.toLowerCase())) || !isEnglish(task.slice(0, 200))) return;
    const hint = noun === undefined ? 'Search, Execute, Generate' : `"${noun}"`;
    report({
      path: ['task'],
      message: t`"task" starts with "${word}"; start it with an action verb: ${hint}.`,
    });
  },
});

const FIRST_WORD = /^([A-Za-z]{1,20})(?=\s)/;

/** Returns whether a text is surely English: the short words, and the nouns, are words of other languages, too. */
function isEnglish(text: string): boolean {
  const words: string[] = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const hasOwn = words.some(word => word === 'the' || (word.length > 3 && NO_VERBS.has(word)));
  return hasOwn || (words.includes('of') && (/^an?$/.test(words[0] ?? '') || NOUNS.has(words[0] ?? '')));
}

// English words that often begin a sentence, but never an instruction, which begins with a verb.
const NO_VERBS: ReadonlySet<string> = new Set(
  `a an the this that these those some any all every each no my our your his her its their i we you he she it they
  there here what which who whom whose how why when where while if because since although to in on at by with without
  from of for about as and or but is are was were has had would could should must might`.split(/\s+/),
);

const NOUNS: ReadonlyMap<string, string> = new Map([
  ['analysis', 'Analyse'],
  ['calculation', 'Calculate'],
  ['classification', 'Classify'],
  ['comparison', 'Compare'],
  ['creation', 'Create'],
  ['deletion', 'Delete'],
  ['description', 'Describe'],
  ['evaluation', 'Evaluate'],
  ['execution', 'Execute'],
  ['explanation', 'Explain'],
  ['extraction', 'Extract'],
  ['generation', 'Generate'],
  ['implementation', 'Implement'],
  ['summary', 'Summarize'],
  ['translation', 'Translate'],
  ['validation', 'Validate'],
  ['verification', 'Verify'],
]);
