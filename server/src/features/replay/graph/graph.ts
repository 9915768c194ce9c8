import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { detectPatterns } from '../../../runs/patterns/detectPatterns';
import type { GraphState, ReplayGraph, ReplayQuestions } from '../../../shared/replay';
import { findLastAtOrBefore } from '../../../text/findLastAtOrBefore';
import { plain } from '../../runs/words';
import { columnsOf, memoizePerRun, type ReplayContext } from '../context/replayContext';
import { windowRows } from '../context/rowWindow';
import { stepBrief } from '../steps/stepBrief';
import { agentHandoffs } from './agentHandoffs';
import { type VisibleGraph, visibleGraph } from './visibleGraph';

/**
 * The graph of hand-offs of a run. If there are very many agents, those with the most steps are shown, and the rest as one
 * node.
 */
export function graph({ run }: ReplayContext, _params: object): ReplayGraph {
  return memoizePerRun(run, graphOf);
}

/** The state of the graph after a step. Throws RangeError if there is no such step. */
export function graphAt({ run }: ReplayContext, { step }: ReplayQuestions['graphAt']['params']): GraphState {
  // Throws if there is no such step.
  run.step(step);
  const { nodeSteps, edgeSteps, nodeOf, lit } = memoizePerRun(run, computeVisibleGraph);
  const node = nodeOf[columnsOf(run).lane[step] as number] ?? -1;
  const edge = lit[step] as number;
  return {
    nodes: nodeSteps.map(steps => countUpTo(steps, step)),
    edges: edgeSteps.map(steps => countUpTo(steps, step)),
    ...(node >= 0 && { node }),
    ...(edge >= 0 && { edge }),
  };
}

/** The hand-off steps of an edge. Throws RangeError if there is no such edge. */
export function edgeSteps(
  replay: ReplayContext,
  { edge, ...window }: ReplayQuestions['edgeSteps']['params'],
): ReplayQuestions['edgeSteps']['answer'] {
  const steps = memoizePerRun(replay.run, computeVisibleGraph).edgeSteps[edge];
  if (!steps) throw new RangeError(`no edge ${edge} in ${replay.run.summary.key}`);
  return windowRows(window, steps.length, MOST_ROWS, place => stepBrief(replay, steps[place] as number));
}

const MOST_ROWS = 200;
const MOST_PATTERNS = 12;

function computeVisibleGraph(run: IndexedRun): VisibleGraph {
  return visibleGraph(agentHandoffs(run), columnsOf(run));
}

function graphOf(run: IndexedRun): ReplayGraph {
  const { nodes, edges, others } = memoizePerRun(run, computeVisibleGraph);
  const handoffs = agentHandoffs(run);
  const patterns = detectPatterns(handoffs, columnsOf(run), node => plain(handoffs.nodes[node]?.name ?? '', 40));
  const more = patterns.length - MOST_PATTERNS;
  return { nodes, edges, patterns: patterns.slice(0, MOST_PATTERNS), ...(more > 0 && { morePatterns: more }), others };
}

/** Whether more than one agent takes part, so that the graph is worth showing. */
export function hasSeveralAgents(run: IndexedRun): boolean {
  return memoizePerRun(run, computeVisibleGraph).nodes.length > 1;
}

/** How many of the ascending step numbers are at most `last`. */
function countUpTo(steps: readonly number[], last: number): number {
  return findLastAtOrBefore(steps.length, place => steps[place] as number, last) + 1;
}
