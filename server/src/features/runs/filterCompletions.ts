import type { RunIndex } from '../../runs/index/runIndex';
import type { FilterCompletion, RunFilterAnswer } from '../../shared/lspExtensions';
import type { RequestParams } from '../../shared/requests';
import { filterAndSortRuns, type SaidLookup } from './filterAndSortRuns';
import { has, lastTerm, queryTerms } from './queryTerms';
import { FILTER_KEYS, type FilterKey, runFilter, TOO_LONG } from './runFilter';
import { plain, runsText } from './treeNodeTexts';

/**
 * Suggests how to continue the filter of workflow runs that the user is typing, and counts the runs that match it. It suggests a key such as
 * `agent:`, and after a key the values that runs have.
 *
 * @param now in milliseconds since 1970
 */
export function filterCompletions(
  index: RunIndex,
  { filter }: RequestParams<'agentEnvelopes/runs/filter'>,
  now: number,
  said?: SaidLookup,
): RunFilterAnswer {
  const { fault } = runFilter(filter);
  if (fault === TOO_LONG) return { shown: 0, total: index.size(), fault, completions: [] };
  const typed = lastTerm(filter);
  const before = filter.slice(0, filter.length - typed.length);
  const [term] = queryTerms(typed);
  const key = term && term.operator !== '' ? FILTER_KEYS.get(term.name) : undefined;
  const sign = term?.isNot ? '-' : '';
  return {
    shown: filterAndSortRuns(index, { filter, sort: 'newest' }, now, said).length,
    total: index.size(),
    ...(fault !== undefined && { fault }),
    completions:
      key && term
        ? valuesOf(index, key, term.value, now).map(([value, description]) => {
            const label = `${sign}${term.name}${term.operator}${/\s/.test(value) ? `"${value}"` : value}`;
            return { label, description, filter: `${before}${label} ` };
          })
        : typed.includes('"')
          ? []
          : keysFor(before, sign, term?.words ?? ''),
  };
}

function keysFor(before: string, sign: string, words: string): FilterCompletion[] {
  return [...FILTER_KEYS].flatMap(([name, { about, compares }]) => {
    if (!name.startsWith(words)) return [];
    const label = `${sign}${name}${compares ? '<' : ':'}`;
    return [{ label, description: about, filter: `${before}${label}` }];
  });
}

type Value = readonly [value: string, description: string];

/** Returns the values of a key that runs have, most frequent first. */
function valuesOf(index: RunIndex, key: FilterKey, typed: string, now: number): readonly Value[] {
  const counts = new Map<string, number>();
  const count = (values: Iterable<string>) => {
    for (const value of values) if (has(value, typed)) counts.set(value, (counts.get(value) ?? 0) + 1);
  };
  const { ofRun, ofStep, values = [] } = key;
  let steps = 0;
  for (const summary of index.runs()) {
    if (ofRun) count(new Set(ofRun(summary, now)));
    if (!ofStep || steps >= MOST_STEPS) continue;
    const run = index.run(summary.key);
    const inSteps = new Set<string>();
    for (let step = 0; run && step < summary.steps && steps < MOST_STEPS; step++, steps++) {
      for (const value of ofStep(run.step(step))) inSteps.add(value);
    }
    count(inSteps);
  }
  const found = [...counts].sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1));
  return [
    ...values.filter(value => has(value, typed)).map((value): Value => [value, '']),
    // A value that contains a quote can't be written in a filter.
    ...found
      .filter(([value]) => !value.includes('"') && plain(value, LONGEST) === value)
      .slice(0, MOST_VALUES)
      .map(([value, runs]): Value => [value, runsText(runs)]),
  ];
}

const MOST_STEPS = 20_000;
const MOST_VALUES = 50;
const LONGEST = 200;
