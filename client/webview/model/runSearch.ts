import { type Signal, signal } from '@preact/signals';
import type { Found } from '../../../server/src/shared/protocol';
import type { AnswerCache } from './answerCache';

/** A search through the run, with incremental results. */
export interface RunSearch {
  query: Signal<string>;
  matches: Signal<Found['matches']>;
  searching: Signal<boolean>;
  fault: Signal<string | undefined>;
  /** In a narrow page the field is shown only while in use. */
  isOpen: Signal<boolean>;
  /** Starts a new search; an empty query finds nothing. */
  find(query: string): Promise<void>;
  /** The next or previous match of a step; wraps around. */
  nextAfter(step: number, direction: 'on' | 'back'): number | undefined;
}

export function runSearch(answers: AnswerCache): RunSearch {
  const query = signal('');
  const matches = signal<Found['matches']>([]);
  const searching = signal(false);
  const fault = signal<string | undefined>(undefined);
  let latest = 0;
  return {
    query,
    matches,
    searching,
    fault,
    isOpen: signal(false),
    async find(wanted) {
      const own = ++latest;
      query.value = wanted;
      fault.value = undefined;
      searching.value = wanted.trim() !== '';
      let found: Found['matches'] = [];
      if (!searching.value) matches.value = found;
      let cursor: number | undefined;
      while (searching.value) {
        let answer: Found;
        try {
          answer = await answers.ask('search', { query: wanted, ...(cursor !== undefined && { cursor }) });
        } catch (error) {
          answer = { matches: [], fault: error instanceof Error ? error.message : String(error) };
        }
        if (own !== latest) return;
        found = [...found, ...answer.matches];
        matches.value = found;
        fault.value = answer.fault;
        cursor = answer.cursor;
        searching.value = cursor !== undefined;
      }
    },
    nextAfter(step, direction) {
      const steps = matches.value.map(match => match.step);
      if (direction === 'on') return steps.find(one => one > step) ?? steps[0];
      return steps.findLast(one => one < step) ?? steps.at(-1);
    },
  };
}
