import { readingFamilies } from '../../families/readingFamilies';
import type { RunIndex } from '../../runs/index/runIndex';
import { REPLAY_QUESTIONS } from '../../shared/replay/index';
import {
  RUNS_PAGE_QUESTIONS,
  type RunsPageAnswer,
  type RunsPageParams,
  type RunsPageQuestion,
  type RunsState,
} from '../../shared/runsPage';
import { decodeFields, keyIn } from '../../shared/shape';
import { FILE_EXTENSIONS } from '../../text/language';
import type { EnvelopeReader } from '../replay/replayedRun';
import { answerReplay } from '../replay/replayQuestions';
import type { SaidOptions } from '../runs/eachSaid';
import { filterCompletions } from '../runs/filterCompletions';
import { type SaidRuns, searchSaid } from '../runs/searchSaid';
import { listRuns } from './listRuns';

/** The runs that the page shows, and what its answers are made from. */
export interface ShownRuns {
  index: RunIndex;
  /** Reads envelopes; `page` packs an exported run. */
  reader: EnvelopeReader;
  search(): SaidOptions;
  /** Finds runs by the texts of their messages. */
  said: SaidRuns;
  isReading(): boolean;
  /** What is looked at. */
  places: readonly string[];
}

/**
 * Answers a question of the runs page; both come from outside. Throws an Error with a message for the user.
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
    searchSaid(search(), { words, filter: '', limit: MOST_MATCHES, ...(cursor !== undefined && { cursor }) }),
  replay,
};

/** The matches of a page. */
const MOST_MATCHES = 50;

function state({ index, said, isReading, places }: ShownRuns): RunsState {
  return {
    revision: `${index.revision()}.${said.version()}`,
    runs: index.size(),
    isReading: isReading(),
    places: [...places],
    protocols: readingFamilies.filter(({ steps }) => steps).map(({ title }) => title),
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
  return answerReplay(run && { run, reader, others, now }, asked, decoded);
}
