import type { Draft, Effect } from '../../model/run';

/**
 * Completes the drafts of one trace from each other, in place. A step without an agent gets that of its nearest enclosing step. The
 * usage of an enclosing step is the sum of the steps in it, so it is dropped where these have their own. A model call around
 * another is a sum only if it tells the same tokens: a library above the client may count by itself.
 */
export function completeNested(drafts: Draft[]): Draft[] {
  const around = new Map(
    // The answer of a step adds to it, and encloses nothing.
    drafts.flatMap(draft =>
      draft.key === undefined || draft.side === 'answer' ? [] : [[spanName(draft, draft.key), draft]],
    ),
  );
  const outer = (draft: Draft) => (draft.parent === undefined ? undefined : around.get(spanName(draft, draft.parent)));
  const sums = sumsOf(drafts, outer);
  nameAgents(drafts, outer);
  for (const draft of sums) withoutUsage(draft);
  return drafts;
}

/** Returns the enclosing step, if it exists. */
type Outer = (draft: Draft) => Draft | undefined;

// Span ids are unique only within a trace.
function spanName({ run = '' }: Draft, key: string): string {
  return `${run} ${key}`;
}

function sumsOf(drafts: readonly Draft[], outer: Outer): Set<Draft> {
  const sums = new Set<Draft>();
  // The tokens of the nearest steps in a step that tell any.
  const below = new Map<Draft, number>();
  for (const draft of drafts) {
    const tokens = tokensOf(draft);
    if (tokens === undefined) continue;
    const above = outer(draft);
    const sum = nearestSum(above, outer);
    if (sum) below.set(sum, (below.get(sum) ?? 0) + tokens);
    // Invariant: with a step, the set holds all steps that enclose it; this also ends cycles.
    for (let here = above; here && here !== draft && !sums.has(here); here = outer(here)) sums.add(here);
  }
  for (const sum of sums) if (MODEL_CALL.test(sum.kind) && tokensOf(sum) !== below.get(sum)) sums.delete(sum);
  return sums;
}

function nearestSum(draft: Draft | undefined, outer: Outer): Draft | undefined {
  let here = draft;
  for (let depth = 0; here && depth < DEEPEST; depth++, here = outer(here)) {
    if (tokensOf(here) !== undefined) return here;
  }
  return undefined;
}

const DEEPEST = 20;
const MODEL_CALL = /:(?:generation|llm)$/;

/** The tokens that a step tells; undefined for one without usage. */
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

function withoutUsage(draft: Draft): void {
  const rest = draft.effects?.filter(effect => !isUsage(effect)) ?? [];
  if (rest.length > 0) draft.effects = rest;
  else delete draft.effects;
}

function isUsage(effect: Effect): effect is Extract<Effect, { do: 'usage' }> {
  return effect.do === 'usage';
}
