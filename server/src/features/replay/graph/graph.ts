import type { IndexedRun } from '../../../runs/index/indexedRun';
import { detectPatterns } from '../../../runs/patterns/detectPatterns';
import type { GraphState, ReplayGraph, ReplayQuestions } from '../../../shared/replay';
import { lastUpTo } from '../../../text/findLastAtOrBefore';
import { plain } from '../../runs/words';
import { columnsOf, once, type Replay } from '../context/replayContext';
import { rowsIn } from '../context/rowWindow';
import { stepBrief } from '../steps/stepBrief';
import { handoffsIn } from './agentHandoffs';
import { type DrawnGraph, drawnGraph } from './visibleGraph';

/** Who handed over to whom in a run; of very many agents those with the most steps, the rest as one. */
export function graph({ run }: Replay, _params: object): ReplayGraph {
  return once(run, graphOf);
}

/** What of the graph has happened by a step, and with it. Throws RangeError where there is no such step. */
export function graphAt({ run }: Replay, { step }: ReplayQuestions['graphAt']['params']): GraphState {
  // Throws for a step that there is none of.
  run.step(step);
  const { nodeSteps, edgeSteps, nodeOf, lit } = once(run, drawn);
  const node = nodeOf[columnsOf(run).lane[step] as number] ?? -1;
  const edge = lit[step] as number;
  return {
    nodes: nodeSteps.map(steps => countUpTo(steps, step)),
    edges: edgeSteps.map(steps => countUpTo(steps, step)),
    ...(node >= 0 && { node }),
    ...(edge >= 0 && { edge }),
  };
}

/** The steps by which an edge of the graph was gone along. Throws RangeError where there is no such edge. */
export function edgeSteps(
  replay: Replay,
  { edge, ...window }: ReplayQuestions['edgeSteps']['params'],
): ReplayQuestions['edgeSteps']['answer'] {
  const steps = once(replay.run, drawn).edgeSteps[edge];
  if (!steps) throw new RangeError(`no edge ${edge} in ${replay.run.summary.key}`);
  return rowsIn(window, steps.length, MOST_ROWS, place => stepBrief(replay, steps[place] as number));
}

const MOST_ROWS = 200;
const MOST_PATTERNS = 12;

function drawn(run: IndexedRun): DrawnGraph {
  return drawnGraph(handoffsIn(run), columnsOf(run));
}

function graphOf(run: IndexedRun): ReplayGraph {
  const { nodes, edges, others } = once(run, drawn);
  const given = handoffsIn(run);
  const patterns = detectPatterns(given, columnsOf(run), node => plain(given.nodes[node]?.name ?? '', 40));
  const more = patterns.length - MOST_PATTERNS;
  return { nodes, edges, patterns: patterns.slice(0, MOST_PATTERNS), ...(more > 0 && { morePatterns: more }), others };
}

/** More than one agent has a part in it: there is a graph to look at. */
export function hasSeveralAgents(run: IndexedRun): boolean {
  return once(run, drawn).nodes.length > 1;
}

/** How many of some ascending numbers are not more than one. */
function countUpTo(steps: readonly number[], last: number): number {
  return lastUpTo(steps.length, place => steps[place] as number, last) + 1;
}
