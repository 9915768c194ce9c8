import type { RunSummary } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { type Alignment, alignRuns } from '../../../runs/compare/alignRuns';
import type { AlignedRow } from '../../../shared/replay';
import { isObject } from '../../../text/pointer';
import type { ReplayContext, SourceText } from '../context/replayContext';
import { parsedSource } from '../envelope/parsedSource';
import { isSameEnvelope } from './isSameEnvelope';
import { saidDifferences } from './saidDifferences';

/** Two aligned runs and their differences. */
export interface AlignedRuns {
  rows: Alignment;
  counts: Record<AlignedRow['is'], number>;
  /** Indexes of the rows whose `is` is not `same`, ascending. */
  different: readonly number[];
  /** In what the envelopes of a row differ, besides ids and times. Reads them on the first call. */
  differingIn(row: number): readonly string[];
}

/**
 * Aligns two runs, memoized until either changes. Short runs have all their envelopes compared, so that rows that differ only
 * there are in `different`; in long runs such a difference shows only when the row is viewed.
 */
export function alignedRuns(replay: Pick<ReplayContext, 'run' | 'reader'>, other: IndexedRun): AlignedRuns {
  const { summary } = replay.run;
  const pairs = cache.get(summary) ?? new WeakMap<RunSummary, AlignedRuns>();
  cache.set(summary, pairs);
  const found = pairs.get(other.summary) ?? computeAlignment(replay, other);
  pairs.set(other.summary, found);
  return found;
}

const cache = new WeakMap<RunSummary, WeakMap<RunSummary, AlignedRuns>>();

function computeAlignment({ run, reader }: Pick<ReplayContext, 'run' | 'reader'>, other: IndexedRun): AlignedRuns {
  const rows = alignRuns(run, other);
  const envelopes = new Map<number, readonly string[]>();
  function differingIn(row: number): readonly string[] {
    let differs = envelopes.get(row);
    if (differs === undefined) {
      const [step, partner] = [rows.one[row] as number, rows.other[row] as number];
      differs = step < 0 || partner < 0 ? NOTHING : envelopeDifferences({ run, reader }, step, other, partner);
      envelopes.set(row, differs);
    }
    return differs;
  }
  const isShort = Math.min(run.summary.steps, other.summary.steps) <= FEW_STEPS;
  const counts = { same: 0, changed: 0, added: 0, missing: 0 };
  const different: number[] = [];
  for (let row = 0; row < rows.count; row++) {
    const isChanged = () =>
      (rows.differs[row] as readonly string[]).length > 0 || (isShort && differingIn(row).length > 0);
    const is =
      (rows.other[row] as number) < 0
        ? 'missing'
        : (rows.one[row] as number) < 0
          ? 'added'
          : isChanged()
            ? 'changed'
            : 'same';
    counts[is]++;
    if (is !== 'same') different.push(row);
  }
  return { rows, counts, different, differingIn };
}

const FEW_STEPS = 300;

const NOTHING: readonly string[] = [];

function envelopeDifferences(
  { run, reader }: Pick<ReplayContext, 'run' | 'reader'>,
  step: number,
  other: IndexedRun,
  partner: number,
): readonly string[] {
  const [first, second] = [run.step(step).sources, other.step(partner).sources].map(sources =>
    sources.map(reader.text),
  );
  const [ones, others] = [first ?? [], second ?? []];
  if (ones.length === others.length && ones.every((one, place) => textOf(one) === textOf(others[place])))
    return NOTHING;
  const isRead = [...ones, ...others].some(
    one => 'text' in one && one.text.length <= LONGEST && isObject(parsedSource(one).value),
  );
  const said = isRead ? saidDifferences({ run, reader }, step, { run: other, reader }, partner) : undefined;
  if (said) return said;
  const isSame = ones.length === others.length && ones.every((one, place) => isAlike(one, others[place] as SourceText));
  return isSame ? NOTHING : ENVELOPE;
}

const ENVELOPE: readonly string[] = ['envelope'];

function textOf(read: SourceText | undefined): string | undefined {
  return read && 'text' in read ? read.text : undefined;
}

// Envelopes that are unreadable, or too long to parse here, do not count as different.
function isAlike(first: SourceText, second: SourceText): boolean {
  if ('fault' in first || 'fault' in second || first.text === second.text) return true;
  if (first.text.length + second.text.length > LONGEST) return first.text.length === second.text.length;
  const [value, partner] = [parsedSource(first).value, parsedSource(second).value];
  return value === undefined || partner === undefined ? first.text === second.text : isSameEnvelope(value, partner);
}

const LONGEST = 1_000_000;
