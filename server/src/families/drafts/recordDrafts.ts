import type { Draft, Effect } from '../../model/run';
import type { Path } from '../../model/text';
import { groupBy } from '../../shared/arrays';

/**
 * A record, such as one line of another program's log, about a call of a model or a tool. It describes the whole call, only its
 * beginning, or a later update, such as its end.
 */
export interface OperationRecord {
  id: string | undefined;
  fields: Record<string, unknown>;
  path: Path;
  isUpdate: boolean;
  /** The operation has not ended: further records may follow. */
  isOpen: boolean;
}

/** Reads the draft of an operation from its fields. */
type DraftReader = (fields: Record<string, unknown>, from: { path: Path; side: Draft['side'] | undefined }) => Draft;

/**
 * Returns the drafts of the steps in another program's log records. Records with the same id describe one operation, and become one step:
 * its request at the first record has the fields of all of them, its answer is at the last. A record that only begins or ends an operation
 * becomes half a step, to be joined with a record elsewhere.
 */
export function recordDrafts(records: readonly OperationRecord[], read: DraftReader): Draft[] {
  const groups = groupBy(records, record => record.id ?? record);
  return [...groups.values()].flatMap(group => {
    const first = group.find(({ isUpdate }) => !isUpdate) ?? (group[0] as OperationRecord);
    const rest = group.filter(record => record !== first);
    const { fields, path, isUpdate, isOpen } = first;
    const last = rest.at(-1);
    const updates = rest.map(record => record.fields);
    if (!last || isUpdate) {
      const side = isUpdate ? 'answer' : isOpen ? 'ask' : undefined;
      return [read(completed(fields, updates), { path: last?.path ?? path, side })];
    }
    const whole = read(completed(fields, updates), { path, side: undefined });
    return withAnswer(whole, last);
  });
}

/** Returns the fields of a record with those of its updates: a value that an update leaves out or sets to null stays. */
export function completed(
  fields: Record<string, unknown>,
  updates: readonly Record<string, unknown>[],
): Record<string, unknown> {
  const given = updates.flatMap(update =>
    Object.entries(update).filter(([, value]) => value !== undefined && value !== null),
  );
  return { ...fields, ...Object.fromEntries(given) };
}

/** Returns a draft and an answer to it, which is read from another place, so that the step has two envelopes. */
export function withAnswer(whole: Draft, { path = [], rule }: Pick<Draft, 'path' | 'rule'>): Draft[] {
  const { effects: _effects, at: _at, duration: _duration, about: _about, ...same } = whole;
  const { key: pair } = whole;
  return pair === undefined
    ? [whole]
    : [
        { ...whole, side: 'ask', pair },
        { ...same, side: 'answer', pair, path, ...(rule !== undefined && { rule }) },
      ];
}

/**
 * Completes the drafts of one trace from each other, in place. A step without an agent gets that of its nearest enclosing
 * step. An enclosing step loses the tokens that nested steps report, too, since its own are their sum, and likewise the cost.
 */
export function completeNested(drafts: Draft[]): Draft[] {
  const around = new Map(
    // An answer belongs to its step, and encloses nothing.
    drafts.flatMap(draft =>
      draft.key === undefined || draft.side === 'answer' ? [] : [[spanName(draft, draft.key), draft]],
    ),
  );
  const outer = (draft: Draft) => (draft.parent === undefined ? undefined : around.get(spanName(draft, draft.parent)));
  const sums = usageSums(drafts, outer);
  nameAgents(drafts, outer);
  for (const [sum, nested] of sums) {
    const effects = effectsWithoutSums(sum, nested);
    if (effects.length > 0) sum.effects = effects;
    else delete sum.effects;
  }
  return drafts;
}

/** Returns the enclosing step, if it exists. */
type Outer = (draft: Draft) => Draft | undefined;

// Span ids are unique only within a trace.
function spanName({ run = '' }: Draft, key: string): string {
  return `${run} ${key}`;
}

/**
 * Returns the steps whose usage is the sum of nested steps. A model call directly around another, with no tool or agent between, is the
 * same call, reported by a library above the client; around other work, it has its own usage unless its tokens are the sum.
 */
export function usageSums(drafts: Iterable<Draft>, outer: Outer): Map<Draft, NestedUsage> {
  const sums = new Map<Draft, NestedUsage>();
  const nestedIn = (draft: Draft) => {
    const known = sums.get(draft) ?? { tokens: 0, hasTokens: false, hasCost: false, isSameCall: false };
    sums.set(draft, known);
    return known;
  };
  for (const draft of drafts) {
    const tokens = tokensOf(draft);
    if (tokens === undefined) continue;
    const hasCost = draft.effects?.some(effect => isUsage(effect) && effect.cost !== undefined);
    for (const name of ['hasTokens', 'hasCost'] as const) {
      if (!(name === 'hasCost' ? hasCost : tokens > 0)) continue;
      // Invariant: with a step, all steps that enclose it are marked; this also ends cycles.
      for (let here = outer(draft); here && here !== draft && !nestedIn(here)[name]; here = outer(here))
        nestedIn(here)[name] = true;
    }
    addToNearest(draft, tokens);
  }
  for (const [sum, { tokens, isSameCall }] of sums) {
    if (MODEL_CALL.test(sum.kind) && !isSameCall && tokensOf(sum) !== tokens) sums.delete(sum);
  }
  return sums;

  /** Adds tokens to the nearest enclosing step that reports any, and to those that report a cost alone below it. */
  function addToNearest(draft: Draft, tokens: number): void {
    let isDirect = true;
    let here = outer(draft);
    for (let depth = 0; here && here !== draft && depth < DEEPEST; depth++, here = outer(here)) {
      const own = tokensOf(here);
      if (own !== undefined) {
        const nested = nestedIn(here);
        nested.tokens += tokens;
        nested.isSameCall ||= isDirect && MODEL_CALL.test(draft.kind);
        if (own > 0) return;
      }
      if (OWN_WORK.test(here.kind)) isDirect = false;
    }
  }
}

/** The usage of nested steps. */
interface NestedUsage {
  /** The tokens of the nearest that report any. */
  tokens: number;
  hasTokens: boolean;
  hasCost: boolean;
  /** One of the nearest is a model call, with no tool or agent between. */
  isSameCall: boolean;
}

const DEEPEST = 20;
const MODEL_CALL = /:(?:generation|llm)$/;
const OWN_WORK = /:(?:agent|tool)$/;

/** The tokens of a step; undefined for a step without usage. */
function tokensOf({ effects = [] }: Draft): number | undefined {
  const used = effects.filter(isUsage);
  return used.length === 0 ? undefined : used.reduce((sum, { tokens = 0 }) => sum + tokens, 0);
}

function nameAgents(drafts: readonly Draft[], outer: Outer): void {
  const seen = new Set<Draft>();
  for (const draft of drafts) {
    const nameless: Draft[] = [];
    let here: Draft | undefined = draft;
    for (; here && here.agent === undefined && !seen.has(here); here = outer(here)) {
      seen.add(here);
      nameless.push(here);
    }
    if (here?.agent === undefined) continue;
    for (const one of nameless) one.agent = here.agent;
  }
}

/** Returns the effects of a step without the tokens and the cost that nested steps report. */
export function effectsWithoutSums({ effects = [] }: Draft, { hasTokens, hasCost }: NestedUsage): Effect[] {
  return effects.flatMap((effect): Effect[] => {
    if (!isUsage(effect)) return [effect];
    const { cost, ...own } = effect;
    const kept = hasTokens || own.tokens === undefined ? undefined : own;
    if (hasCost || cost === undefined) return kept ? [kept] : [];
    return [{ do: 'usage', ...kept, cost }];
  });
}

function isUsage(effect: Effect): effect is Extract<Effect, { do: 'usage' }> {
  return effect.do === 'usage';
}
