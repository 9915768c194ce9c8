import type { TokenCounts } from '../../../model/exchange';
import type { Effect, Step } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { durationText } from '../../../shared/durationText';
import type { Settings } from '../../../shared/protocol';
import type { Metrics, ModelMetrics, RankedStep } from '../../../shared/replay';
import { kindIcon } from '../../runs/icons';
import { numberText, plain } from '../../runs/words';
import { columnsOf } from '../context/replayContext';

/** The metrics of a run that its model calls tell: by model, and the steps that took most. */
export type CallMetrics = Pick<Metrics, 'models' | 'slowest' | 'mostTokens' | 'costliest'>;

/** @param prices for the calls whose cost is not told */
export function callMetrics(run: IndexedRun, prices: Settings['prices']): CallMetrics {
  const models = new Map<string, ModelMetrics>();
  const slowest: { step: Step; value: number }[] = [];
  const mostTokens: { step: Step; value: number }[] = [];
  const costliest: { step: Step; value: number }[] = [];
  const { kinds, waited } = columnsOf(run);
  // Where usage is told apart, it stands for the call; what names the model does so for what follows.
  const isApart = kinds.some(kind => kind.endsWith(':usage'));
  for (let index = 0; index < run.summary.steps; index++) {
    const step = run.step(index);
    const used = step.effects.filter(effect => effect.do === 'usage');
    let spent = 0;
    // An agent and a tool may name the model that works for them.
    const isOther = kindIcon(step.kind, false) === 'hubot' || step.effects.some(effect => effect.do === 'call');
    const isCall = step.model !== undefined && !isOther && !isApart && !step.isPartOfCall;
    if (used.length > 0 || isCall) {
      const name = step.model ?? '';
      const model = models.get(name) ?? { name, calls: 0 };
      models.set(name, model);
      model.calls++;
      for (const usage of used) {
        const { tokens, input, output, cached, reasoning } = usage;
        const priced = pricedCost(name, usage, prices);
        const cost = usage.cost ?? priced;
        addAmounts(model, { tokens, cost, input, output, cached, reasoning, priced });
        spent += cost ?? 0;
      }
    }
    const tokens = used.reduce((sum, effect) => sum + (effect.tokens ?? 0), 0);
    if (tokens > 0) keepLargest(mostTokens, { step, value: tokens });
    if (spent > 0) keepLargest(costliest, { step, value: spent });
    // A step that holds others takes at least their time.
    if (step.duration !== undefined && step.duration > 0n && waited[index] !== 1 && run.children(index).length === 0) {
      keepLargest(slowest, { step, value: Number(step.duration) });
    }
  }
  return {
    models: [...models.values()].sort((one, other) => (other.tokens ?? 0) - (one.tokens ?? 0)).slice(0, MOST_MODELS),
    slowest: slowest.map(({ step, value }) => ranked(step, durationText(BigInt(value)))),
    mostTokens: mostTokens.map(({ step, value }) =>
      ranked(step, `${numberText(value)} ${value === 1 ? 'token' : 'tokens'}`),
    ),
    costliest: costliest.map(({ step, value }) => ranked(step, costText(value))),
  };
}

const MOST_MODELS = 50;
const MOST_STEPS = 5;

type Amounts = Partial<Record<'tokens' | 'cost' | 'priced' | Exclude<keyof TokenCounts, 'total'>, number | undefined>>;

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

/** A cost in dollars: `$0.0124`. */
export function costText(cost: number): string {
  return `$${Number(cost.toPrecision(3))}`;
}

type Usage = Extract<Effect, { do: 'usage' }>;

/**
 * The cost of a call by the price of its model, or of the longest beginning of its name that has one; undefined where its cost
 * is told, or its tokens are not.
 */
function pricedCost(
  model: string,
  { cost, input, output, cached = 0 }: Usage,
  prices: Settings['prices'],
): number | undefined {
  if (cost !== undefined || (input === undefined && output === undefined)) return undefined;
  const name = Object.keys(prices)
    .filter(one => model.startsWith(one))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const price = Object.hasOwn(prices, name) ? prices[name] : undefined;
  if (!price) return undefined;
  const fromCache = Math.min(cached, input ?? 0);
  const fresh = (input ?? 0) - fromCache;
  return (fresh * price.input + fromCache * (price.cached ?? price.input) + (output ?? 0) * price.output) / 1e6;
}
