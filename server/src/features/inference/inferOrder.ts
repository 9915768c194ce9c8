import { addToList } from '../../shared/arrays';
import { t } from '../../shared/l10n';
import { orText } from '../../shared/shownText';
import { atPointer } from '../../text/jsonPointer';
import type { Sample } from './groupSamples';

/**
 * A kind of envelope whose place in the order of kinds is inferred from samples, with the JSON pointers to the ids that join its envelopes to
 * sequences.
 */
interface OrderedKind {
  name: string;
  /** Pointers to ids that several envelopes share. */
  keys: readonly string[];
  /** Pointers to the id of the run: each run has its own order. */
  run: readonly string[];
}

/** The inferred order of envelope kinds, as the part `order` of a declaration, with the evidence for it. */
export interface InferredOrder {
  clause: Record<string, unknown>;
  /** The number of sequences that follow the order. */
  seen: number;
  note: string;
}

interface InferOrderOptions {
  kinds: readonly OrderedKind[];
  /** All samples; those of one source are in its order. */
  samples: readonly Sample[];
  kindOf(sample: Sample): string | undefined;
}

/**
 * Infers the order in which kinds follow each other, among envelopes that share an id or within whole logs. Undefined if there is no
 * regular order.
 */
export function inferOrder({ kinds, samples, kindOf }: InferOrderOptions): InferredOrder | undefined {
  if (kinds.length < 2) return undefined;
  // An envelope without a run is judged with those of the run around it, which is not known here.
  const inRuns = kinds.filter(({ run }) => run.length > 0).length;
  if (inRuns > 0 && inRuns < kinds.length) return undefined;
  const keys = [...new Set(kinds.flatMap(one => one.keys))];
  const candidates = [...keys.filter(key => kinds.filter(one => one.keys.includes(key)).length > 1), undefined];
  for (const key of candidates) {
    const sequences = sequencesBy(key, { kinds, samples, kindOf });
    const order = orderOf(sequences, key);
    if (order) return order;
  }
  return undefined;
}

function sequencesBy(key: string | undefined, { kinds, samples, kindOf }: InferOrderOptions): string[][] {
  const runs = new Map(kinds.map(({ name, run }) => [name, run]));
  const sequences = new Map<string, string[]>();
  for (const sample of samples) {
    const kind = kindOf(sample);
    const id = key === undefined ? '' : atPointer(sample.value, key);
    if (kind === undefined || typeof id === 'object' || id === undefined) continue;
    const run = runs
      .get(kind)
      ?.map(pointer => atPointer(sample.value, pointer))
      .find(one => typeof one !== 'object' && one !== undefined);
    const name = JSON.stringify([sample.source, String(run), String(id)]);
    addToList(sequences, name, kind);
  }
  return [...sequences.values()].filter(({ length }) => length > 1);
}

function orderOf(sequences: readonly string[][], key: string | undefined): InferredOrder | undefined {
  if (sequences.length < LEAST) return undefined;
  const symbols = new Set(sequences.flat());
  const begins = new Set(sequences.map(([first = '']) => first));
  const lasts = new Set(sequences.map(one => one.at(-1) ?? ''));
  const next = new Map<string, Map<string, number>>();
  for (const sequence of sequences) {
    for (const [at, symbol] of sequence.slice(0, -1).entries()) {
      const after = next.get(symbol) ?? new Map<string, number>();
      next.set(symbol, after);
      const following = sequence[at + 1] as string;
      after.set(following, (after.get(following) ?? 0) + 1);
    }
  }
  const isFew = (count: number) => count * 2 <= symbols.size;
  if (symbols.size < 2 || !isFew(begins.size)) return undefined;
  const rows = [...next].flatMap(([symbol, after]): [string, string[]][] => {
    const total = [...after.values()].reduce((sum, count) => sum + count, 0);
    const isCertain = [...after.values()].every(count => count > 1) && total >= LEAST;
    return isCertain && isFew(after.size) ? [[symbol, [...after.keys()]]] : [];
  });
  const ends = [...lasts].filter(symbol => !next.has(symbol));
  if (rows.length === 0) return undefined;
  const name = key?.split('/').at(-1) ?? 'log';
  return {
    clause: {
      name,
      ...(key !== undefined && { by: key }),
      begins: [...begins],
      next: Object.fromEntries(rows),
      ...(ends.length > 0 && isFew(lasts.size) && { ends }),
    },
    seen: sequences.length,
    note: t`each begins with ${orText([...begins])}`,
  };
}

const LEAST = 5;
