import type { Draft, Effect } from '../../model/run';

/**
 * Completes the drafts of one trace from each other, in place. A step without an agent gets that of its nearest enclosing step. The
 * usage of an enclosing step is the sum of the steps in it, so it is dropped where these have their own.
 */
export function completeNested(drafts: Draft[]): Draft[] {
  const around = new Map(
    drafts.flatMap(draft => (draft.key === undefined ? [] : [[spanName(draft, draft.key), draft]])),
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
  for (const draft of drafts) {
    if (!draft.effects?.some(isUsage)) continue;
    // Invariant: with a step, the set holds all steps that enclose it; this also ends cycles.
    for (let here = outer(draft); here && here !== draft && !sums.has(here); here = outer(here)) sums.add(here);
  }
  return sums;
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

function isUsage(effect: Effect): boolean {
  return effect.do === 'usage';
}
