import type { Kind, StatusWords } from '../../model/kind';
import type { Draft, Effect, Outcome, RunStatus } from '../../model/run';
import { atPointer } from '../../text/jsonPointer';
import { memoizeByObject } from '../../text/memoize';
import { durationFromMilliseconds } from '../../text/parseTime';
import { createDraft, identifier, idInRecord, readFields, shortLine, startTime } from '../drafts/createDraft';
import { tokenCounts, totalAmount, usageEffects } from '../drafts/usageEffects';
import { BETWEEN_MARKS, hasList, valuesAt } from './pointersIntoLists';

/**
 * Reads a step of a workflow run from an envelope of a user's protocol, at the JSON pointers that the declaration gives for sender, time and so
 * on. The envelope is a whole step, or the request or answer of one. Returns an empty list for a kind without such pointers.
 */
export function draftFromFieldPointers(value: Record<string, unknown>, kind: Kind): Draft[] {
  const { fieldPointers, side, marks, opensRun } = kind;
  // A kind without pointers is no step: a list of settings, for example.
  if (Object.keys(fieldPointers).length === 0 && !marks) return [];
  const base = readFields(value, fieldPointers);
  const word = first(value, fieldPointers.status, statusWord);
  const duration = durationAt(value, fieldPointers.duration, kind.durationUnit);
  base.key = idInRecord(value, base.key);
  const pair = side && (idInRecord(value, first(value, fieldPointers.pair, identifier)) ?? base.key);
  return [
    createDraft(
      {
        kind: kind.id,
        side,
        pair,
        title: base.title ?? shortLine(first(value, fieldPointers.text, shortLine)) ?? kind.title,
        // A question is written before the work.
        at: side === 'ask' ? undefined : startTime(base.at, duration),
        duration,
        opensRun: base.run === undefined ? undefined : opensRun,
        agent: base.agent ?? kind.agentName,
        model: first(value, kind.usage?.model, shortLine),
        effects: kind.usage && usageIn(value, kind.usage),
        marks: marks?.map(mark => markIn(value, mark)),
        ...(word === undefined ? silent(side) : (outcomesByStatus(kind.status ?? USUAL).get(word) ?? UNKNOWN)),
      },
      base,
    ),
  ];
}

/** Returns the value of an envelope at a mark of its kind; empty for a missing value. */
export function markIn(value: Record<string, unknown>, mark: NonNullable<Kind['marks']>[number]): string {
  if (mark === undefined) return '';
  if ('is' in mark) return mark.is;
  for (const pointer of mark) {
    const found = hasList(pointer)
      ? markTexts(value, pointer).join(BETWEEN_MARKS)
      : idInRecord(value, markText(atPointer(value, pointer)));
    if (found) return found;
  }
  return '';
}

function markTexts(value: unknown, pointer: string): string[] {
  return valuesAt(value, pointer).flatMap(one => markText(one.value) ?? []);
}

/** Returns the text by which a value is compared with those of other envelopes. */
export function markText(found: unknown): string | undefined {
  if (typeof found === 'boolean') return String(found);
  return identifier(found);
}

function usageIn(value: unknown, usage: NonNullable<Kind['usage']>): Effect[] {
  const found = (pointers: readonly string[] = []) => pointers.map(pointer => atPointer(value, pointer));
  const { input, output, cached, reasoning, total, cost } = usage;
  const tokens = tokenCounts({
    input: found(input),
    output: found(output),
    cached: found(cached),
    reasoning: found(reasoning),
    total: found(total),
  });
  return usageEffects(tokens, totalAmount(found(cost), []));
}

interface Became {
  outcome: Outcome;
  status?: RunStatus;
}

const UNKNOWN: Became = { outcome: 'unknown' };

// Returns the outcome of a step without a status: a question is pending, an answer or a whole step unknown.
function silent(side: Kind['side']): Became {
  return side === 'ask' ? { outcome: 'pending', status: 'running' } : UNKNOWN;
}

function first<T>(
  value: unknown,
  pointers: readonly string[] = [],
  read: (found: unknown) => T | undefined,
): T | undefined {
  for (const pointer of pointers) {
    const found = read(atPointer(value, pointer));
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns a duration in nanoseconds. Reads the unit from the end of the property's name, such as `duration_seconds` or `elapsed_us`;
 * milliseconds by default.
 */
function durationAt(
  value: unknown,
  pointers: readonly string[] = [],
  declared?: Kind['durationUnit'],
): bigint | undefined {
  for (const pointer of pointers) {
    const [, word, capital] = UNIT.exec(pointer) ?? [];
    const unit = declared ?? word ?? capital ?? '';
    const found = atPointer(value, pointer);
    const factor = MILLISECONDS.get(unit.toLowerCase()) ?? 1;
    const duration = durationFromMilliseconds(typeof found === 'number' ? found * factor : found);
    if (duration !== undefined) return duration;
  }
  return undefined;
}

/** The last word of a property, in snake case, kebab case or camel case. */
const UNIT = /(?:[/_-]([A-Za-z][a-z]{0,11})|[a-z]([A-Z][a-z]{0,11}))$/;

/** The units in milliseconds. */
const MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ...['ns', 'nanos', 'nanoseconds'].map(unit => [unit, 1e-6] as const),
  ...['us', 'micros', 'microseconds'].map(unit => [unit, 1e-3] as const),
  ...['s', 'sec', 'secs', 'second', 'seconds'].map(unit => [unit, 1e3] as const),
  ...['m', 'min', 'mins', 'minute', 'minutes'].map(unit => [unit, 6e4] as const),
  ...['h', 'hour', 'hours'].map(unit => [unit, 36e5] as const),
]);

function statusWord(found: unknown): unknown {
  if (typeof found === 'string') return found.trim().toLowerCase() || undefined;
  return typeof found === 'boolean' || typeof found === 'number' ? found : undefined;
}

// The outcome of a step, and the status it implies for its run.
const BECAME: Record<keyof StatusWords, Became> = {
  ok: { outcome: 'ok', status: 'succeeded' },
  failed: { outcome: 'failed', status: 'failed' },
  pending: { outcome: 'pending', status: 'running' },
  blocked: { outcome: 'pending', status: 'blocked' },
  cancelled: { outcome: 'failed', status: 'cancelled' },
};

const USUAL: StatusWords = {
  ok: [true, 'ok', 'success', 'succeeded', 'done', 'complete', 'completed', 'approved', 'accepted', 'passed'],
  failed: [false, 'failed', 'failure', 'error', 'rejected', 'timeout', 'timed_out'],
  pending: ['pending', 'open', 'running', 'in_progress', 'queued', 'started', 'waiting'],
  blocked: ['blocked'],
  cancelled: ['cancelled', 'canceled', 'aborted', 'skipped'],
};

const outcomesByStatus = memoizeByObject((words: StatusWords): ReadonlyMap<unknown, Became> => {
  const entries = Object.entries(BECAME).flatMap(([name, became]) =>
    (words[name as keyof StatusWords] ?? []).map(word => [statusWord(word), became] as const),
  );
  return new Map(entries);
});
