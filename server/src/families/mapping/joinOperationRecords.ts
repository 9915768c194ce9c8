import type { Draft } from '../../model/run';
import { isObject } from '../../text/jsonPointer';
import { completed, withAnswer } from '../drafts/recordDrafts';
import type { StepNode } from './compileStep';
import { type Scope, withValue } from './mappingScope';

/**
 * The step read from one of several log records about the same call of a model or tool. The record is about the beginning, the end, or a change
 * of that call.
 */
export interface Part {
  /** The draft made from this envelope alone. */
  draft: Draft;
  step: StepNode;
  scope: Scope;
}

/**
 * Joins the drafts of log records with the same id, which describe one call of a model or tool. The first record becomes the request, with
 * the fields of all records; the last becomes the answer. All other drafts stay as they are.
 */
export function joinOperationRecords(drafts: Draft[], parts: readonly Part[], kind: string): Draft[] {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const { key } = part.draft;
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  const several = [...groups.values()].filter(({ length }) => length > 1);
  if (several.length === 0) return drafts;
  const joined = new Map(several.map(group => [group[0]?.draft, joinedPart(group, kind)]));
  const gone = new Set(several.flatMap(group => group.map(({ draft }) => draft)));
  return drafts.flatMap(draft => joined.get(draft) ?? (gone.has(draft) ? [] : [draft]));
}

function joinedPart(group: readonly Part[], kind: string): Draft[] {
  const first = group.find(({ draft }) => draft.side !== 'answer');
  const base = first ?? (group[0] as Part);
  const rest = group.filter(part => part !== base);
  const updates = rest.map(({ scope }) => scope.value).filter(isObject);
  const { value } = base.scope;
  const scope = withValue(base.scope, isObject(value) ? completed(value, updates) : value);
  const whole = base.step.draft(scope, kind, first !== undefined);
  const { path = [], rule } = rest.at(-1)?.draft ?? base.draft;
  const last = { path, ...(rule !== undefined && { rule }) };
  if (!whole) return group.map(({ draft }) => draft);
  if (first) return withAnswer(whole, last);
  return [{ ...whole, ...last }];
}
