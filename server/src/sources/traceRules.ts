import { type DescribedRule, fileRules } from '../features/rulePages';
import type { Step } from '../model/run';
import type { Severity } from '../model/schema';
import type { IndexedRun } from '../runs/assembly/indexedRun';
import { computeOnce } from '../text/memoize';

/** A rule that checks a run from a trace store. Programs write these runs, so they need other checks than envelopes that people edit. */
export interface TraceRule {
  id: string;
  severity: Severity;
  /** Markdown: a sentence on the finding, its importance, and the remedy. */
  docs: string;
  /** @returns the messages of its findings */
  check(run: IndexedRun, said: SaidOf): string[];
}

/** Returns the input and output of a step as text; undefined if either is unknown. */
export type SaidOf = (step: Step) => string | undefined;

export const TRACE_RULES: readonly TraceRule[] = [
  {
    id: 'trace/failed',
    severity: 'error',
    docs: `Reports a run that failed, with the reason that its trace tells.

The root span, or the one that ended the run, has the status *Error*. A nightly job finds such runs without anyone looking for them. See the run with \`runs --source NAME --run ID\`.`,
    check: ({ summary: { status, reason } }) =>
      status === 'failed' ? [reason === undefined ? 'The run failed.' : `The run failed: ${reason}`] : [],
  },
  {
    id: 'trace/repeated-call',
    severity: 'warning',
    docs: `Reports a tool that was called five times or more in a row with the same arguments, and returned the same each time.

Such an agent goes round in circles and spends tokens. A call that returns something else each time, such as a question how far a job is, is not reported, nor one whose arguments or result the trace does not tell. Let the tool say why it can't help, and limit the rounds of the agent.`,
    check: repeatedCalls,
  },
  {
    id: 'trace/open-call',
    severity: 'warning',
    docs: `Reports calls of models and tools that have begun and never ended, in a run that has ended.

The program lost the call: an exception was swallowed, or its process ended before the span was sent. End spans in a \`finally\`, and flush the exporter before the process ends.`,
    check({ summary: { status, steps }, step }) {
      if (status !== 'succeeded' && status !== 'failed') return [];
      const open: string[] = [];
      for (let index = 0; index < steps; index++) {
        const { kind, outcome, title } = step(index);
        if (outcome === 'pending' && CALL.test(kind)) open.push(title);
      }
      const more = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} more` : '';
      return open.length === 0 ? [] : [`Begun and never ended: ${open.slice(0, MOST_NAMED).join(', ')}${more}.`];
    },
  },
];

/** All rules: those for files, and those for runs of a store. */
export const allRules = computeOnce((): readonly DescribedRule[] => [
  ...fileRules(),
  ...TRACE_RULES.map(rule => ({ ...rule, scope: 'run' as const })),
]);

const CALL = /:(?:tool|llm|generation|embedding)$/;
const MOST_NAMED = 3;
const ENOUGH = 5;

function repeatedCalls({ summary: { steps }, step }: IndexedRun, saidOf: SaidOf): string[] {
  const found: string[] = [];
  let last: { tool: string; said: string | undefined } | undefined;
  let count = 0;
  const close = () => {
    if (last && count >= ENOUGH)
      found.push(`"${last.tool}" was called ${count} times in a row with the same arguments, and returned the same.`);
  };
  for (let index = 0; index < steps; index++) {
    const here = step(index);
    const call = here.effects.find(effect => effect.do === 'call');
    if (call?.do !== 'call') continue;
    const said = saidOf(here);
    if (said !== undefined && last?.tool === call.tool && last.said === said) count++;
    else {
      close();
      last = { tool: call.tool, said };
      count = 1;
    }
  }
  close();
  return found;
}
