import type { Entry } from '../reading/fileRecord';
import type { CopyRef, StepRef } from './stepRef';

/**
 * Merges envelopes of one run that tell the same step again: snapshots of a message that is streamed, lines that were written twice,
 * and echoes of what another envelope says. A snapshot stands where its first one does, and says what its last one says.
 */
export function mergeRepeats(refs: StepRef[]): StepRef[] {
  if (!refs.some(({ entry }) => entry.repeats !== undefined)) return refs;
  return withoutEchoes(mergeSnapshots(refs));
}

function mergeSnapshots(refs: readonly StepRef[]): StepRef[] {
  const merged: StepRef[] = [];
  const places = new Map<string, number[]>();
  for (const ref of refs) {
    const { entry } = ref;
    const id = entry.repeats === 'snapshot' ? snapshotId(entry) : undefined;
    const known = id === undefined ? undefined : places.get(id);
    const place = known?.find(at => isSameStep((merged[at] as StepRef).entry, entry));
    if (place === undefined) {
      if (known) known.push(merged.length);
      else if (id !== undefined) places.set(id, [merged.length]);
      merged.push(ref);
    } else merged[place] = joined(merged[place] as StepRef, ref);
  }
  return merged;
}

/** What the snapshots of a step have in common, besides their kind: a call's id, that of its message, or that of the line. */
export function snapshotId({ pair, effects, key }: Entry): string | undefined {
  if (pair !== undefined) return pair;
  const usage = effects?.find(effect => effect.do === 'usage');
  return (usage?.do === 'usage' ? usage.call : undefined) ?? key;
}

/** A message may have several blocks of one kind; a snapshot begins as the one before it. */
function isSameStep(one: Entry, other: Entry): boolean {
  if (one.kind !== other.kind || one.run !== other.run) return false;
  if (one.pair !== undefined || (one.key !== undefined && one.key === other.key)) return true;
  const [first, second] = [beginning(one.title), beginning(other.title)];
  return first.startsWith(second) || second.startsWith(first);
}

// A long title is cut in its middle.
function beginning(title: string): string {
  return title.slice(0, ALIKE);
}

const ALIKE = 40;

function joined(first: StepRef, later: StepRef): StepRef {
  const copies: CopyRef[] = [...(first.copies ?? []), ...(later.copies ?? [])];
  // The result of a call that was written again, without its call.
  if (later.entry.side === 'answer' && first.entry.side !== 'answer') {
    const { entry, record } = later;
    return first.answer
      ? { ...first, copies: [...copies, { entry, record, isAnswer: true }] }
      : { ...first, answer: { entry, record } };
  }
  copies.push({ entry: first.entry, record: first.record });
  const answer = first.answer ?? later.answer;
  if (first.answer && later.answer) copies.push({ ...later.answer, isAnswer: true });
  const { at } = first.entry;
  const entry = at === undefined || at === later.entry.at ? later.entry : { ...later.entry, at };
  return { entry, record: later.record, ...(answer && { answer }), copies };
}

/**
 * Drops as many echoes of a text as other envelopes of the run say it. A program may change what it echoes: one that tells nothing equal
 * is dropped beside an envelope of its kind that was written with it.
 */
function withoutEchoes(refs: StepRef[]): StepRef[] {
  const said = new Map<string, number>();
  if (!refs.some(({ entry }) => entry.repeats === 'echo')) return refs;
  const nameOf = ({ kind, title }: Entry) => `${kind} ${title}`;
  for (const { entry } of refs) {
    if (entry.repeats !== 'echo') said.set(nameOf(entry), (said.get(nameOf(entry)) ?? 0) + 1);
  }
  const following = nextOthers(refs);
  let before: Entry | undefined;
  return refs.filter(({ entry }, index) => {
    if (entry.repeats !== 'echo') {
      before = entry;
      return true;
    }
    const name = nameOf(entry);
    const left = said.get(name) ?? 0;
    said.set(name, left - 1);
    return left <= 0 && !isWrittenWith(entry, before) && !isWrittenWith(entry, following[index]);
  });
}

/** For each envelope the next one that is no echo. */
function nextOthers(refs: readonly StepRef[]): (Entry | undefined)[] {
  let next: Entry | undefined;
  return refs
    .toReversed()
    .map(({ entry }) => {
      const own = next;
      if (entry.repeats !== 'echo') next = entry;
      return own;
    })
    .reverse();
}

function isWrittenWith(echo: Entry, other: Entry | undefined): boolean {
  if (other?.kind !== echo.kind || other.at === undefined || echo.at === undefined) return false;
  const distance = other.at > echo.at ? other.at - echo.at : echo.at - other.at;
  return distance < SAME_TIME;
}

/** A tenth of a second, in nanoseconds. */
const SAME_TIME = 100_000_000n;
