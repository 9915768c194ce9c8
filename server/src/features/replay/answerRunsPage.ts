import { familiesForReading } from '../../families/familiesForReading';
import type { RunSummary } from '../../model/run';
import type { RunIndex } from '../../runs/index/runIndex';
import { formatNumber } from '../../shared/l10n';
import { REPLAY_QUESTIONS } from '../../shared/replay/index';
import {
  type PathFault,
  RUNS_PAGE_QUESTIONS,
  type RunList,
  type RunRow,
  type RunsPageAnswer,
  type RunsPageParams,
  type RunsPageQuestion,
  type RunsState,
} from '../../shared/runsPageQuestions';
import { decodeFields, keyIn } from '../../shared/validateShape';
import { FILE_EXTENSIONS } from '../../text/fileLanguage';
import { filterAndSortRuns } from '../runs/filterAndSortRuns';
import { filterCompletions } from '../runs/filterCompletions';
import { runFilter } from '../runs/runFilter';
import { PAGE } from '../runs/runsTree';
import { runDistinction } from '../runs/runTreeNode';
import type { SaidOptions } from '../runs/scanMessageTexts';
import { type SaidRuns, searchMessages } from '../runs/searchMessages';
import { isLive } from '../runs/treeIcons';
import { costText, zonesOf } from '../runs/treeNodeTexts';
import { answerReplayQuestion } from './answerReplayQuestion';
import type { EnvelopeReader } from './replayedRun';
import { runMetricValues } from './runMetricValues';
import { runBrief } from './runOverview';

/** The data behind the web page that lists and searches workflow runs. The page's requests are answered from it. */
export interface ShownRuns {
  index: RunIndex;
  /** Reads envelopes; `page` packs an exported run. */
  reader: EnvelopeReader;
  search(): SaidOptions;
  /** Finds runs by the texts of their messages. */
  said: SaidRuns;
  isReading(): boolean;
  /** The names of the folders and files whose runs are shown. */
  places: readonly string[];
  /** The files that can't be read now, by the paths that the user knows. */
  faults(): readonly PathFault[];
}

/**
 * Answers a question of the runs page. Validates the question and its parameters, since they come from a browser. Throws an Error with a
 * message for the user.
 *
 * @param now in milliseconds since 1970
 */
export function answerRunsPage(runs: ShownRuns, question: unknown, params: unknown, now: number): unknown {
  const name = keyIn<RunsPageQuestion>(RUNS_PAGE_QUESTIONS, question);
  const decoded = name && decodeFields(params, RUNS_PAGE_QUESTIONS[name].params);
  if (!decoded) throw new Error('The page asked for something that this version does not know; reload the page.');
  const answer = ANSWERS[name] as (runs: ShownRuns, params: unknown, now: number) => unknown;
  return answer(runs, decoded, now);
}

const ANSWERS: {
  [Q in RunsPageQuestion]: (runs: ShownRuns, params: RunsPageParams<Q>, now: number) => RunsPageAnswer<Q>;
} = {
  state,
  runs: listRuns,
  filter: ({ index, said }, { filter }, now) => filterCompletions(index, { filter }, now, said),
  said: ({ search }, { words, cursor }) =>
    searchMessages(search(), { words, filter: '', limit: MOST_MATCHES, ...(cursor !== undefined && { cursor }) }),
  replay,
};

/** Files that can't be read, in the list. */
const MOST_FAULTS = 100;
/** The matches of a page. */
const MOST_MATCHES = 50;

function state({ index, said, isReading, places, faults }: ShownRuns): RunsState {
  const unread = faults();
  return {
    revision: `${index.revision()}.${said.version()}`,
    runs: index.size(),
    isReading: isReading(),
    places: [...places],
    unread: unread.slice(0, MOST_FAULTS).map(({ path, fault }) => ({ path, fault })),
    unreadFiles: unread.length,
    protocols: familiesForReading.filter(({ steps }) => steps).map(({ title }) => title),
    endings: [...FILE_EXTENSIONS],
  };
}

function replay({ index, reader }: ShownRuns, { run: key, question, params }: RunsPageParams<'replay'>, now: number) {
  const asked = keyIn(REPLAY_QUESTIONS, question);
  const decoded = asked && decodeFields(params, REPLAY_QUESTIONS[asked].params);
  if (!decoded) throw new Error(`A run has no answer to "${question.slice(0, 40)}" with these parameters.`);
  const run = index.run(key);
  const others = {
    revision: () => index.revision(),
    summaries: () => index.runs().filter(other => other.key !== key),
    run: (other: string) => index.run(other),
  };
  return answerReplayQuestion(run && { run, reader, others, now }, asked, decoded);
}

/**
 * Returns a page of the runs that match a filter, in the order of the runs tree.
 *
 * @param now in milliseconds since 1970
 */
function listRuns(shown: ShownRuns, { filter, sort, from = 0 }: RunsPageParams<'runs'>, now: number): RunList {
  const runs = filterAndSortRuns(shown.index, { filter, sort }, now, shown.said);
  const { fault } = runFilter(filter);
  return {
    runs: runs.slice(from, from + PAGE).map(summary => runRow(shown, summary, now)),
    total: runs.length,
    zone: zonesOf(runs.map(({ startedAt }) => startedAt)),
    ...(fault !== undefined && { fault }),
  };
}

function runRow({ index, reader }: ShownRuns, summary: RunSummary, now: number): RunRow {
  const run = index.run(summary.key);
  const { tokens, cost } = run ? runMetricValues(run) : {};
  const mark = runDistinction(index, summary);
  return {
    ...runBrief(summary, reader, now),
    ...(mark !== undefined && { mark }),
    ...(tokens !== undefined && { tokens: formatNumber(tokens) }),
    ...(cost !== undefined && { cost: costText(cost) }),
    isLive: isLive(summary, now),
  };
}
