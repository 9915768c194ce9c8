import type { EnvelopeLocation, RunSummary } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { type Alignment, alignRuns } from '../../../runs/compare/alignRuns';
import type { AlignedRow } from '../../../shared/replay';
import type { ReplayContext, RunSources } from '../context/replayContext';
import { parsedSource } from '../envelope/parsedSource';
import { isSameEnvelope } from './isSameEnvelope';

/** Two aligned runs and their differences. */
export interface AlignedRuns {
  rows: Alignment;
  counts: Record<AlignedRow['is'], number>;
  /** Indexes of the rows whose `is` is not `same`, ascending. */
  different: readonly number[];
  /** Whether the envelopes of a row differ in more than ids and times. Reads them on the first call. */
  envelopesDiffer(row: number): boolean;
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
  const envelopes = new Map<number, boolean>();
  function envelopesDiffer(row: number): boolean {
    let differ = envelopes.get(row);
    if (differ === undefined) {
      const [step, partner] = [rows.one[row] as number, rows.other[row] as number];
      differ = step >= 0 && partner >= 0 && sourcesDiffer(reader, run.step(step).sources, other.step(partner).sources);
      envelopes.set(row, differ);
    }
    return differ;
  }
  const isShort = Math.min(run.summary.steps, other.summary.steps) <= FEW_STEPS;
  const counts = { same: 0, changed: 0, added: 0, missing: 0 };
  const different: number[] = [];
  for (let row = 0; row < rows.count; row++) {
    const isChanged = () => (rows.differs[row] as readonly string[]).length > 0 || (isShort && envelopesDiffer(row));
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
  return { rows, counts, different, envelopesDiffer };
}

const FEW_STEPS = 300;

function sourcesDiffer(reader: RunSources, a: readonly EnvelopeLocation[], b: readonly EnvelopeLocation[]): boolean {
  return a.length !== b.length || a.some((source, place) => differ(reader, source, b[place] as EnvelopeLocation));
}

// Envelopes that are unreadable, or too long to parse here, do not count as different.
function differ({ text }: RunSources, a: EnvelopeLocation, b: EnvelopeLocation): boolean {
  const [first, second] = [text(a), text(b)];
  if ('fault' in first || 'fault' in second || first.text === second.text) return false;
  if (first.text.length + second.text.length > LONGEST) return first.text.length !== second.text.length;
  const [value, partner] = [parsedSource(first).value, parsedSource(second).value];
  return value === undefined || partner === undefined ? first.text !== second.text : !isSameEnvelope(value, partner);
}

const LONGEST = 1_000_000;
