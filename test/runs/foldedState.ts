import type { Effect, Step } from '../../server/src/model/run';
import type { IndexedRun } from '../../server/src/runs/assembly/indexedRun';
import { type EffectRef, isOpenStatus } from '../../server/src/runs/stateHistory';

/**
 * The state of a run after a step: the fold of all effects up to it. Plain data; lists are in order of first appearance, with the latest
 * version of each element.
 */
export interface RunState {
  /** The active agent: the receiver of the last handoff, otherwise the agent of the last step. */
  agent?: EffectRef & { name: string };
  artifacts: (EffectRef & Of<'write'> & { times: number })[];
  documents: (EffectRef & Of<'document'>)[];
  decisions: (EffectRef & Of<'decision'> & { agent?: string })[];
  notes: (EffectRef & Of<'note'> & { agent?: string })[];
  /** Includes closed gaps. */
  gaps: (EffectRef & Of<'gap'> & { open: boolean })[];
  questions: (EffectRef & Of<'question'> & { open: boolean })[];
  handoff?: EffectRef & Of<'handoff'> & { from?: string };
  approval?: EffectRef & Of<'approval'>;
  budget?: EffectRef & Of<'budget'>;
  /** The total usage of the steps. */
  usage: { tokens: number; cost: number };
}

type Of<D extends Effect['do']> = Effect & { do: D };

/**
 * Folds the effects of a run's steps into its state: what a history must equal at each step.
 *
 * @param upTo the index of the last step to include; by default all
 */
export function computeRunState(run: IndexedRun, upTo = run.summary.steps - 1): RunState {
  const folding: Folding = {
    state: {
      artifacts: [],
      documents: [],
      decisions: [],
      notes: [],
      gaps: [],
      questions: [],
      usage: { tokens: 0, cost: 0 },
    },
    known: new Map(),
  };
  const last = Math.min(upTo, run.summary.steps - 1);
  for (let index = 0; index <= last; index++) foldStep(folding, run.step(index));
  return folding.state;
}

interface Folding {
  state: RunState;
  /** The index of each named element in its list. */
  known: Map<string, number>;
}

function foldStep(folding: Folding, step: Step): void {
  const { state } = folding;
  const { index, agent, effects } = step;
  if (agent !== undefined) state.agent = { name: agent, step: index, effect: -1 };
  for (const [place, effect] of effects.entries()) foldEffect(folding, effect, { step: index, effect: place }, agent);
}

function foldEffect(folding: Folding, effect: Effect, by: EffectRef, agent: string | undefined): void {
  const { state } = folding;
  switch (effect.do) {
    case 'write': {
      put(folding, state.artifacts, `write ${effect.path}`, before => ({
        ...effect,
        ...by,
        times: (before?.times ?? 0) + 1,
      }));
      break;
    }
    case 'document':
      put(folding, state.documents, `document ${effect.name}`, () => ({ ...effect, ...by }));
      break;
    case 'gap':
      put(folding, state.gaps, `gap ${effect.id}`, before => tracked('gap', { before, effect, by }));
      break;
    case 'question':
      put(folding, state.questions, `question ${effect.id}`, before => tracked('question', { before, effect, by }));
      break;
    case 'decision':
      state.decisions.push({ do: 'decision', text: effect.text, ...by, ...(agent !== undefined && { agent }) });
      break;
    case 'note':
      state.notes.push({ do: 'note', text: effect.text, ...by, ...(agent !== undefined && { agent }) });
      break;
    case 'handoff':
      state.handoff = { ...effect, ...by, ...(agent !== undefined && { from: agent }) };
      state.agent = { name: effect.to, ...by };
      break;
    case 'approval':
      state.approval = { do: 'approval', state: effect.state, ...by };
      break;
    case 'budget':
      state.budget = { do: 'budget', state: effect.state, ...by };
      break;
    case 'usage':
      state.usage = {
        tokens: state.usage.tokens + (effect.tokens ?? 0),
        cost: state.usage.cost + (effect.cost ?? 0),
      };
  }
}

/** Adds a mention of a gap or question, which may omit details of earlier mentions. */
function tracked<What extends 'gap' | 'question'>(
  what: What,
  { before, effect, by }: { before: object | undefined; effect: Of<'gap' | 'question'>; by: EffectRef },
) {
  return { ...before, ...effect, do: what, ...by, open: isOpenStatus(effect.status) };
}

function put<T>({ known }: Folding, list: T[], name: string, make: (before: T | undefined) => T): void {
  const place = known.get(name) ?? list.length;
  known.set(name, place);
  list[place] = make(list[place]);
}
