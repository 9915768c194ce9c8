import type { TokenCounts } from '../../../model/exchange';
import type { Step } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { durationText } from '../../../shared/durationText';
import type { ModelMetrics, RankedStep } from '../../../shared/replay';
import { numberText, plain } from '../../runs/words';

/** The metrics of a run that its model calls tell: by model, and the steps that took most. */
export interface CallMetrics {
  models: ModelMetrics[];
  slowest: RankedStep[];
  costliest: RankedStep[];
}

export function callMetrics(run: IndexedRun): CallMetrics {
  const models = new Map<string, ModelMetrics>();
  const slowest: { step: Step; value: number }[] = [];
  const costliest: { step: Step; value: number }[] = [];
  for (let index = 0; index < run.summary.steps; index++) {
    const step = run.step(index);
    const used = step.effects.filter(effect => effect.do === 'usage');
    const isTool = step.effects.some(effect => effect.do === 'call');
    if (used.length > 0 || (step.model !== undefined && !isTool)) {
      const name = step.model ?? '';
      const model = models.get(name) ?? { name, calls: 0 };
      models.set(name, model);
      model.calls++;
      for (const { tokens, cost, input, output, cached, reasoning } of used) {
        addAmounts(model, { tokens, cost, input, output, cached, reasoning });
      }
    }
    const tokens = used.reduce((sum, effect) => sum + (effect.tokens ?? 0), 0);
    if (tokens > 0) keepLargest(costliest, { step, value: tokens });
    // A step that holds others takes at least their time.
    if (step.duration !== undefined && step.duration > 0n && run.children(index).length === 0) {
      keepLargest(slowest, { step, value: Number(step.duration) });
    }
  }
  return {
    models: [...models.values()].sort((one, other) => (other.tokens ?? 0) - (one.tokens ?? 0)).slice(0, MOST_MODELS),
    slowest: slowest.map(({ step, value }) => ranked(step, durationText(BigInt(value)))),
    costliest: costliest.map(({ step, value }) =>
      ranked(step, `${numberText(value)} ${value === 1 ? 'token' : 'tokens'}`),
    ),
  };
}

const MOST_MODELS = 50;
const MOST_STEPS = 5;

type Amounts = Partial<Record<'tokens' | 'cost' | Exclude<keyof TokenCounts, 'total'>, number | undefined>>;

function addAmounts(model: ModelMetrics, amounts: Amounts): void {
  for (const [name, amount] of Object.entries(amounts)) {
    if (amount === undefined) continue;
    const key = name as keyof Amounts;
    model[key] = (model[key] ?? 0) + amount;
  }
}

/** Keeps the largest few, in descending order; of equal ones the first. */
function keepLargest<T extends { value: number }>(list: T[], one: T): void {
  const at = list.findIndex(other => other.value < one.value);
  if (at < 0 && list.length >= MOST_STEPS) return;
  list.splice(at < 0 ? list.length : at, 0, one);
  if (list.length > MOST_STEPS) list.pop();
}

function ranked({ index, title, model }: Step, text: string): RankedStep {
  return { step: index, title: plain(title) || 'step', text, ...(model !== undefined && { model: plain(model, 60) }) };
}
