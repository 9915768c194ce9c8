import type { RunSummary, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { bitOf } from '../../runs/columnarSteps';
import {
  described,
  type FieldsOf,
  hasFields,
  isCount,
  isListOf,
  isNumber,
  isOneOf,
  isText,
  optional,
  type Shaped,
} from '../../shared/validateShape';
import { atPath } from '../../text/jsonPointer';
import { parseJsonOrYaml } from '../../text/parseJsonOrYaml';
import { wordPattern } from '../../text/searchWords';
import { failedSteps } from '../replay/offlineQuestions';
import { columnsOf, type ReplayedRun } from '../replay/replayedRun';
import { runMetrics } from '../replay/runMetrics';
import { runBrief } from '../replay/runOverview';
import { stepSummary } from '../replay/stepSummary';
import { queryTerms, unknownKey } from '../runs/queryTerms';
import { FILTER_KEYS, runFilter } from '../runs/runFilter';
import { type Said, saidWords } from '../runs/scanMessageTexts';
import { searchMessages } from '../runs/searchMessages';
import { plain } from '../runs/treeNodeTexts';
import { beginningOf, counted, rowsThatFit } from './rowsThatFit';
import {
  byNewest,
  CURSOR,
  cursorPlace,
  defineTool,
  ifKnown,
  isName,
  isPlace,
  isProblemCount,
  isRedacted,
  LIMIT,
  type Made,
  NEXT,
  openKnownRun,
  openRun,
  REDACT,
  RUN,
  runNames,
  type ToolContext,
  ToolError,
} from './toolContext';
import { unfinishedTerm } from './unfinishedTerm';

const isRunRow = hasFields({
  run: described(isText, 'Its name, for other tools.'),
  title: isText,
  protocol: isText,
  status: isText,
  reason: described(optional(isText), 'Why it failed, or what it waits for.'),
  started: optional(isText),
  took: optional(isText),
  steps: isCount,
  agents: isListOf(isText),
  problems: isProblemCount,
  files: isListOf(isText),
});
type RunRow = Made<Shaped<typeof isRunRow>>;

/** The shape of a run's step in the answers of agent tools: its fields with their types and meanings. */
export const STEP_ROW = {
  step: described(isCount, 'Its number in the run, from 0, for "step" and "state".'),
  title: isText,
  agent: optional(isText),
  to: described(optional(isText), 'The agent that it is addressed to.'),
  outcome: isOneOf('ok', 'failed', 'pending', 'unknown'),
  time: optional(isText),
  took: optional(isText),
  model: optional(isText),
  usage: optional(isText),
  confidence: optional(isNumber),
  failure: optional(isText),
};
const isStepRow = hasFields(STEP_ROW);
type StepRow = Made<Shaped<typeof isStepRow>>;

const isTotal = hasFields({ name: isText, value: isText });
const isAgent = hasFields({
  name: isText,
  steps: isCount,
  failed: isCount,
  retries: isCount,
  problems: optional(isCount),
  busyMs: optional(isNumber),
  tokens: optional(isNumber),
  cost: optional(isNumber),
});

const RUNS_INPUT = {
  run: optional(RUN),
  filter: described(
    optional(isName),
    'Which runs: words and keys such as status:failed agent:planner tool:search family:otlp file:logs confidence<0.7 -word.',
  ),
  steps: described(
    optional(isOneOf('all', 'failed', 'problems', 'handoffs', 'tools', 'models')),
    'Which steps of the run. Default: all.',
  ),
  agent: described(optional(isName), 'Only steps by or to this agent.'),
  sort: described(optional(isOneOf('order', 'longest')), 'Default: order.'),
  limit: LIMIT,
  cursor: CURSOR,
  redact: REDACT,
};

/** The tool with which agents list runs, or read one with its steps. */
export const runsTool = defineTool(
  {
    name: 'runs',
    needsRuns: true,
    title: 'Workflow Runs',
    about:
      'Lists the runs of agent workflows found in logs and traces, the newest first; with "run", describes one: its status and why it failed, totals, what each agent did, and its steps (all, or only the failed ones, hand-offs, calls of tools, model calls; in order or the longest first). Call it first when a question is about what agents did.',
    input: RUNS_INPUT,
    output: {
      total: described(isCount, 'All runs, or steps of the run, that were asked for.'),
      runs: isListOf(isRunRow),
      totals: described(isListOf(isTotal), 'Of the one run.'),
      agents: described(isListOf(isAgent), 'Of the one run.'),
      failures: described(
        isListOf(hasFields({ step: isCount, title: isText, failure: optional(isText) })),
        'The first failed steps of the one run, and why they failed.',
      ),
      steps: described(isListOf(isStepRow), 'Of the one run.'),
      next: NEXT,
    },
  },
  {
    answer(context, input) {
      if (input.run !== undefined) return describedRun(context, { ...input, run: input.run });
      const { filter = '' } = input;
      const { fault = unfinishedTerm(filter), shows } = runFilter(filter);
      if (fault !== undefined) throw new ToolError(fault);
      const { index } = context;
      const now = Date.now();
      const all = index
        .runs()
        .filter(run => shows(run, () => index.run(run.key), now))
        .sort(byNewest);
      const nameOf = runNames(context);
      const { rows, next } = page(context, 'runs', all, input, run => runRow(run, nameOf(run), context));
      return { total: all.length, runs: rows, totals: [], agents: [], failures: [], steps: [], next };
    },
    lines: ({ total, runs, totals, failures, steps }) => ({
      first: `${counted(total, runs.length === 1 && totals.length > 0 ? 'step' : 'run')}.`,
      rest: [
        ...runs.map(
          ({ run, status, title, reason, started, took, steps: count }) =>
            `${run}: ${[status, title, reason, started, took, `${count} steps`].filter(Boolean).join(' · ')}`,
        ),
        ...totals.map(({ name, value }) => `${name}: ${value}`),
        ...failures.map(
          ({ step, title, failure }) => `failed: step ${step} ${[title, failure].filter(Boolean).join(' · ')}`,
        ),
        ...steps.map(stepLine),
      ],
    }),
  },
);

/** Formats a step as one line. */
export function stepLine({ step, agent, to, title, outcome, took, failure }: StepRow): string {
  const who = [agent, to].filter(Boolean).join(' → ');
  return `${step} ${[who, title, outcome, took, failure].filter(Boolean).join(' · ')}`;
}

type AskedRun = FieldsOf<typeof RUNS_INPUT> & { run: string };

function describedRun(context: ToolContext, asked: AskedRun) {
  const replay = openRun(context, asked.run, asked);
  const { run, reader } = replay;
  const { summary } = run;
  const known = context.index.runs().find(({ key }) => key === summary.key) ?? summary;
  const found = askedSteps(replay, asked);
  const isFirst = asked.cursor === undefined;
  const { totals, agents } = runMetrics(replay, {});
  const { rows, next } = page(context, 'runs', found, asked, step => stepRow(replay, step), STEPS_ROOM);
  return {
    total: found.length,
    runs: [runRow(summary, runNames(context)(known), { ...context, fileOf: reader.fileOf })],
    totals: isFirst ? totals.slice(0, MOST_TOTALS).map(({ name, value }) => ({ name, value })) : [],
    agents: isFirst
      ? agents.slice(0, MOST_AGENTS).map(({ name, steps, failed, retries, problems, busy, tokens, cost }) => ({
          name: plain(name, 60),
          ...{ steps, failed, retries, problems, busyMs: busy, tokens, cost },
        }))
      : [],
    failures: isFirst ? failuresOf(replay) : [],
    steps: rows,
    next,
  };
}

function failuresOf(replay: ReplayedRun) {
  return failedSteps(replay, { from: 0, count: MOST_FAILURES }).rows.map(({ step, title, failure }) => ({
    step,
    title,
    failure: ifKnown(failure, text => beginningOf(text, 400)),
  }));
}

const MOST_FAILURES = 3;
const MOST_TOTALS = 20;
const MOST_AGENTS = 20;
/** The maximum size of the list of steps in bytes. The rest of the answer holds totals and agents. */
const STEPS_ROOM = 9000;

/** Returns the indexes of the requested steps. */
function askedSteps({ run }: ReplayedRun, { steps: which = 'all', agent, sort }: AskedRun): number[] {
  const { start, end, lasts } = columnsOf(run);
  const chosen: number[] = [];
  for (let index = 0; index < run.summary.steps; index++) {
    const step = run.step(index);
    if (agent !== undefined && step.agent !== agent && step.peer !== agent) continue;
    if (isAsked(run, index, step, which)) chosen.push(index);
  }
  if (sort !== 'longest') return chosen;
  const length = (step: number) => (lasts[step] ? (end[step] as number) - (start[step] as number) : 0);
  return chosen.sort((one, other) => length(other) - length(one) || one - other);
}

function isAsked(run: IndexedRun, index: number, step: Step, which: NonNullable<AskedRun['steps']>): boolean {
  const columns = columnsOf(run);
  switch (which) {
    case 'failed':
      return step.outcome === 'failed';
    case 'problems':
      return ((columns.marks[index] as number) & bitOf('problem')) !== 0 || (columns.problems[index] as number) > 0;
    case 'handoffs':
      return (
        (step.peer !== undefined && step.peer !== step.agent) || step.effects.some(effect => effect.do === 'handoff')
      );
    case 'tools':
      return columns.calls[index] === 1 || step.effects.some(effect => effect.do === 'result');
    case 'models':
      return step.model !== undefined;
    default:
      return true;
  }
}

/** Returns the row of a step in a list. */
export function stepRow(replay: ReplayedRun, index: number): StepRow {
  const { step, title, agent, peer, outcome, time, took, model, usage, confidence } = stepSummary(replay, index);
  const failure = ifKnown(replay.run.step(index).failure, text => plain(text, 300));
  return { step, title, agent, to: peer, outcome, time, took, model, usage, confidence, failure };
}

function runRow(run: RunSummary, name: string, { fileOf }: Pick<ToolContext, 'fileOf'>): RunRow {
  const { family, files, ...brief } = runBrief(run, { fileOf }, Date.now());
  const { title, status, reason, started, took, steps, problems } = brief;
  return {
    ...{ run: name, title, protocol: family, status, reason, started, took, steps },
    agents: run.agents.slice(0, MOST_NAMES).map(agent => plain(agent, 60)),
    problems,
    files: files.slice(0, MOST_FILES),
  };
}

const MOST_NAMES = 12;
const MOST_FILES = 5;

/** Returns a page of a list, with the cursor of the next page. */
export function page<T, R>(
  context: ToolContext,
  tool: string,
  all: readonly T[],
  { cursor, limit }: { cursor?: string | undefined; limit?: number | undefined },
  rowOf: (one: T) => R,
  room?: number,
): { rows: R[]; next: string | undefined } {
  const first = cursorPlace<ListPlace>(context, tool, cursor)?.row ?? 0;
  function* made(): Generator<R> {
    for (let at = first; at < all.length; at++) yield rowOf(all[at] as T);
  }
  const { rows, isCut } = rowsThatFit(made(), { limit, ...(room !== undefined && { room }) });
  const next: ListPlace = { tool, row: first + rows.length };
  return { rows, next: isCut ? context.cursors.keep(next) : undefined };
}

interface ListPlace {
  tool: string;
  row: number;
}

const isMatch = hasFields({
  run: isText,
  step: isCount,
  title: isText,
  field: described(isText, 'The property that has the words.'),
  text: described(isText, 'The words with some text around.'),
  ...isPlace,
});

/** The tool with which agents search the texts of runs. */
export const searchTool = defineTool(
  {
    name: 'search',
    needsRuns: true,
    title: 'Search in Runs',
    about:
      'Finds the steps of runs in whose messages words occur: everything that agents, models and tools said. Call it to find where something was decided, asked or answered, then "step" for the whole message.',
    input: {
      words: described(
        isName,
        'Words, all of which are in one text; "a phrase" in quotes; -word leaves out; keys of the run filter such as agent:planner status:failed.',
      ),
      limit: LIMIT,
      cursor: CURSOR,
      redact: REDACT,
    },
    output: {
      matches: isListOf(isMatch),
      total: described(optional(isCount), 'All matches; absent while there is more.'),
      note: optional(isText),
      next: NEXT,
    },
  },
  {
    answer(context, { words, limit = USUAL_MATCHES, cursor, redact }) {
      const typed = saidWords(words);
      const unfinished = unfinishedTerm(words);
      if (unfinished !== undefined) throw new ToolError(unfinished);
      if (wordPattern(typed.words).isEmpty)
        throw new ToolError(
          `"${words}" has no words to search for: what is left out (-word) finds nothing alone, and keys such as status:failed alone are for "runs".`,
        );
      const end = context.clock() + TIME;
      const names = new Map(context.index.runs().map(run => [run.key, run]));
      const nameOf = runNames(context);
      let place = cursorPlace<SearchPlace>(context, 'search', cursor)?.place;
      const hidden = isRedacted(context, { redact }) ? (said: Said) => redactedText(context, said) : undefined;
      const matches: Shaped<typeof isMatch>[] = [];
      const most = Math.min(Math.max(1, limit), MOST_MATCHES);
      let total: number | undefined;
      do {
        // Several pages make an answer: each ends after some milliseconds.
        const limit = most - matches.length;
        const query = { words, filter: '', limit, ...(place !== undefined && { cursor: place }) };
        const found = searchMessages(context.search, query, context.clock, hidden);
        if (found.fault !== undefined) throw new ToolError(found.fault);
        for (const { title, field, text, opens, place: at } of found.matches) {
          const run = names.get(opens?.run ?? '');
          if (!run || !at) continue;
          const step = opens?.step ?? 0;
          matches.push({
            run: nameOf(run),
            step,
            title: hidden ? openKnownRun(context, run, { redact }).run.step(step).title : title,
            field,
            text,
            file: context.fileOf(at.uri),
            line: at.range.start.line + 1,
            column: at.range.start.character + 1,
          });
        }
        place = found.next;
        total = found.total;
      } while (place !== undefined && matches.length < most && context.clock() < end);
      const [hint] =
        matches.length > 0 ? [] : queryTerms(words).flatMap(term => unknownKey(term, FILTER_KEYS.keys()) ?? []);
      const next = ifKnown(place, at => context.cursors.keep({ tool: 'search', place: at } satisfies SearchPlace));
      return { matches, total, note: hint, next };
    },
    lines: ({ matches, total, next }) => ({
      first: `${total ?? matches.length} found${next === undefined ? '' : ' so far'}.`,
      rest: matches.map(
        ({ run, step, title, text, file, line, column }) =>
          `${file}:${line}:${column} ${run} step ${step} (${title}): ${text}`,
      ),
    }),
  },
);

/** Returns the text of a match as it is in the redacted envelope. */
function redactedText(context: ToolContext, { uri, part, summary, envelope, path }: Said): string {
  const { reader } = openKnownRun(context, summary, { redact: true });
  const read = reader.text({ uri, part: part.id, path: envelope });
  if ('fault' in read) return '';
  const text = atPath(
    parseJsonOrYaml(read.text, read.lang === 'markdown' ? 'json' : read.lang).value,
    path.slice(envelope.length),
  );
  return typeof text === 'string' ? text : '';
}

interface SearchPlace {
  tool: 'search';
  /** The cursor of the search. */
  place: string;
}

const USUAL_MATCHES = 20;
/** The maximum number of matches in an answer; a match takes at most some 500 bytes. */
const MOST_MATCHES = 25;
/** The maximum time of a search, in milliseconds. */
const TIME = 5000;
