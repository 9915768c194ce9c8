import type { ListedRun, RunPage, SaidMatch, SaidPage, SaidQuery } from '../model/runSource';
import { isObject } from '../text/pointer';
import { containedWords, hasAll } from './containedWords';
import { foundMatch } from './foundMatch';

interface SearchInRunsOptions {
  query: SaidQuery;
  list(limit: number): Promise<RunPage>;
  load(run: ListedRun): AsyncIterable<string>;
}

/**
 * Searches the newest runs for words by reading them, for a store that can't be asked for text. One page reads a few runs; the words are
 * named among the terms that were applied to its answer.
 */
export async function searchInRuns({ query, list, load }: SearchInRunsOptions): Promise<SaidPage> {
  const words = containedWords(query.words);
  if (words.length === 0) return { matches: [] };
  const { runs, next, fault, appliedAfter = [], notApplied, recentDays } = await list(MOST_RUNS);
  const matches: SaidMatch[] = [];
  for (const run of runs) {
    for await (const window of load(run)) {
      for (const line of window.split('\n')) if (line !== '') matches.push(...matchesIn(line, run, words, MOST_IN_RUN));
    }
  }
  return {
    matches: matches.slice(0, query.limit),
    ...(next !== undefined && { next }),
    ...(fault !== undefined && { fault }),
    appliedAfter: [...appliedAfter, query.words],
    ...(notApplied && { notApplied }),
    ...(recentDays !== undefined && { recentDays }),
  };
}

const MOST_RUNS = 20;
const MOST_IN_RUN = 20;

/** The operations in a line of OTLP or Langfuse that contain all words in one text: the first such text of each. */
function matchesIn(line: string, { id, family }: ListedRun, words: readonly string[], most: number): SaidMatch[] {
  const found = new Map<string, SaidMatch>();
  const visit = (value: unknown, field: string, step: Operation | undefined, depth: number): void => {
    if (found.size >= most || depth > DEEPEST) return;
    if (typeof value === 'string') {
      if (!hasAll(value, words)) return;
      const key = step?.key ?? '';
      if (found.has(key)) return;
      const place = { run: id, family, ...(step && { step: step.key }), title: step?.title ?? '', field };
      found.set(key, foundMatch(place, value, words));
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item, field, step, depth + 1);
    } else if (isObject(value)) {
      const inner = operationOf(value);
      const { key, value: own } = value;
      // An attribute of OTLP is named by its key.
      if (typeof key === 'string' && own !== undefined) {
        visit(own, key, step, depth + 1);
        return;
      }
      for (const [name, one] of Object.entries(value)) {
        visit(one, WRAPPERS.has(name) ? field : name, inner ?? step, depth + 1);
      }
    }
  };
  try {
    visit(JSON.parse(line), '', undefined, 0);
  } catch {
    // A line that is no JSON says nothing.
  }
  return [...found.values()];
}

const DEEPEST = 60;
const WRAPPERS: ReadonlySet<string> = new Set(['stringValue', 'arrayValue', 'kvlistValue', 'values', 'attributes']);

interface Operation {
  key: string;
  title: string;
}

/** A span of OTLP, or an observation of Langfuse. */
function operationOf(value: Record<string, unknown>): Operation | undefined {
  const key = value['spanId'] ?? (value['traceId'] === undefined ? undefined : value['id']);
  if (typeof key !== 'string') return undefined;
  return { key, title: typeof value['name'] === 'string' ? value['name'].slice(0, 200) : '' };
}
