import type { Draft } from '../../model/run';
import type { Path } from '../../model/text';

/** A record of an operation as written: all of it, its beginning, or an update. */
export interface OperationRecord {
  id: string | undefined;
  fields: Record<string, unknown>;
  path: Path;
  isUpdate: boolean;
  /** More of it is to come. */
  isOpen: boolean;
}

/** Reads the draft of an operation from its fields. */
type DraftReader = (fields: Record<string, unknown>, from: { path: Path; side: Draft['side'] | undefined }) => Draft;

/**
 * The drafts of records that complete each other by their ids. An operation in several records has a draft from all of them at
 * the first, and an answer at the last. A record whose rest is elsewhere is one side of its step.
 */
export function recordDrafts(records: readonly OperationRecord[], read: DraftReader): Draft[] {
  const groups = new Map<string | OperationRecord, OperationRecord[]>();
  for (const record of records) {
    const group = groups.get(record.id ?? record);
    if (group) group.push(record);
    else groups.set(record.id ?? record, [record]);
  }
  return [...groups.values()].flatMap(group => {
    const first = group.find(({ isUpdate }) => !isUpdate) ?? (group[0] as OperationRecord);
    const rest = group.filter(record => record !== first);
    const { fields, path, isUpdate, isOpen } = first;
    const last = rest.at(-1);
    if (!last || isUpdate) {
      const side = isUpdate ? 'answer' : isOpen ? 'ask' : undefined;
      return [read(completed(fields, rest), { path: last?.path ?? path, side })];
    }
    const whole = read(completed(fields, rest), { path, side: undefined });
    return withAnswer(whole, last.path);
  });
}

/** The fields of a record with those of its updates: a value that an update leaves out or sets to null stays. */
function completed(fields: Record<string, unknown>, updates: readonly OperationRecord[]): Record<string, unknown> {
  const given = updates.flatMap(update =>
    Object.entries(update.fields).filter(([, value]) => value !== undefined && value !== null),
  );
  return { ...fields, ...Object.fromEntries(given) };
}

/** A draft and an answer to it: the step has two sources. */
export function withAnswer(whole: Draft, path: Path): Draft[] {
  const { effects: _effects, at: _at, duration: _duration, about: _about, ...same } = whole;
  const { key: pair } = whole;
  return pair === undefined
    ? [whole]
    : [
        { ...whole, side: 'ask', pair },
        { ...same, side: 'answer', pair, path },
      ];
}
