import type { RunSummary, Step } from '../../model/run';
import { addToList } from '../../shared/arrays';
import type { OrderedSteps } from './orderedSteps';
import { entryRefsOf, toStep } from './stepRef';

/** A workflow run from the index. Its steps are created on demand, since a run may have a hundred thousand. */
export interface IndexedRun {
  summary: RunSummary;
  /** Throws RangeError for an index outside the run. */
  step(index: number): Step;
  /** The indices of the steps nested in a step, ascending; without an argument, of the steps at the top level. */
  children(index?: number): readonly number[];
}

/** A step of a run, with the location of one of its envelopes. */
export interface FileStep {
  run: string;
  index: number;
  part: string;
  path: readonly (string | number)[];
  /** The number of this piece, from 0, if the step is streamed in pieces. */
  piece?: number;
}

/** A run as the index stores it. `children` is computed on first use. */
export interface AssembledRun {
  summary: RunSummary;
  steps: OrderedSteps;
  children?: Map<number, number[]>;
}

/** Converts an assembled run to its public form; `summary` may replace the run's own. */
export function indexedRun(made: AssembledRun, summary = made.summary): IndexedRun {
  const { steps } = made;
  return {
    summary,
    step(index) {
      const ref = steps.refs[index];
      const parent = steps.parents[index];
      if (!ref || parent === undefined) throw new RangeError(`no step ${index} in ${summary.key}`);
      return toStep(ref, index, parent < 0 ? undefined : parent);
    },
    children(index = -1) {
      made.children ??= childrenOf(steps.parents);
      return made.children.get(index) ?? [];
    },
  };
}

/** Returns the steps of runs by file URI, in the order of the runs. */
export function stepsByFile(runs: Iterable<AssembledRun>): Map<string, FileStep[]> {
  const files = new Map<string, FileStep[]>();
  for (const { summary, steps } of runs) {
    for (const [index, ref] of steps.refs.entries()) {
      const { answer, pieces } = ref;
      for (const [at, { entry, record }] of entryRefsOf(ref).entries()) {
        const { part, path = [] } = entry;
        const step: FileStep = { run: summary.key, index, part, path };
        const piece = answer && at > 0 ? at - 1 : at;
        if (pieces && piece <= pieces.length && !(answer && at === 1)) step.piece = piece;
        addToList(files, record.uri, step);
      }
    }
  }
  return files;
}

function childrenOf(parents: readonly number[]): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const [index, parent] of parents.entries()) addToList(children, parent, index);
  return children;
}
