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
 * step. An enclosing step loses its usage if nested steps have usage, since its own is their sum. A model call directly
 * around another, with no tool or agent between, is the same call, reported by a library above the client.
 */
export function completeNested(drafts: Draft[]): Draft[] {
  const around = new Map(
    // An answer belongs to its step, and encloses nothing.
    drafts.flatMap(draft =>
      draft.key === undefined || draft.side === 'answer' ? [] : [[spanName(draft, draft.key), draft]],
    ),
  );
  const outer = (draft: Draft) => (draft.parent === undefined ? undefined : around.get(spanName(draft, draft.parent)));
  const sums = sumsOf(drafts, outer);
  nameAgents(drafts, outer);
  for (const [sum, nested] of sums) withoutUsage(sum, nested);
  return drafts;
}

/** Returns the enclosing step, if it exists. */
type Outer = (draft: Draft) => Draft | undefined;

// Span ids are unique only within a trace.
function spanName({ run = '' }: Draft, key: string): string {
  return `${run} ${key}`;
}

/** The steps whose usage is the sum of nested steps, with the usage of the nearest of these. */
function sumsOf(drafts: readonly Draft[], outer: Outer): Map<Draft, Told> {
  const sums = new Map<Draft, Told>();
  const told = (draft: Draft) => {
    const known = sums.get(draft) ?? { tokens: 0, hasCost: false, isSameCall: false };
    sums.set(draft, known);
    return known;
  };
  for (const draft of drafts) {
    const tokens = tokensOf(draft);
    if (tokens === undefined) continue;
    // Invariant: with a step, the map holds all steps that enclose it; this also ends cycles.
    for (let here = outer(draft); here && here !== draft && !sums.has(here); here = outer(here)) told(here);
    const { sum, isDirect } = nearestSum(draft, outer);
    if (sum) {
      const known = told(sum);
      known.tokens += tokens;
      known.hasCost ||= draft.effects?.some(effect => isUsage(effect) && effect.cost !== undefined) ?? false;
      known.isSameCall ||= isDirect && MODEL_CALL.test(draft.kind);
    }
  }
  for (const [sum, { tokens, isSameCall }] of sums) {
    if (MODEL_CALL.test(sum.kind) && !isSameCall && tokensOf(sum) !== tokens) sums.delete(sum);
  }
  return sums;
}

/** The usage of the nearest nested steps that report any. */
interface Told {
  tokens: number;
  hasCost: boolean;
  /** One of these steps is a model call, with no tool or agent between. */
  isSameCall: boolean;
}

function nearestSum(draft: Draft, outer: Outer): { sum?: Draft; isDirect: boolean } {
  let isDirect = true;
  let here = outer(draft);
  for (let depth = 0; here && depth < DEEPEST; depth++, here = outer(here)) {
    if (tokensOf(here) !== undefined) return { sum: here, isDirect };
    if (OWN_WORK.test(here.kind)) isDirect = false;
  }
  return { isDirect };
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

/** Removes the usage of a step, except for a cost that only the outer of two equal model calls reports. */
function withoutUsage(draft: Draft, { hasCost, isSameCall }: Told): void {
  const keepsCost = isSameCall && !hasCost && MODEL_CALL.test(draft.kind);
  const rest = (draft.effects ?? []).flatMap((effect): Effect[] => {
    if (!isUsage(effect)) return [effect];
    return keepsCost && effect.cost !== undefined ? [{ do: 'usage', cost: effect.cost }] : [];
  });
  if (rest.length > 0) draft.effects = rest;
  else delete draft.effects;
}

function isUsage(effect: Effect): effect is Extract<Effect, { do: 'usage' }> {
  return effect.do === 'usage';
}
