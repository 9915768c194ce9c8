import { batch, type Signal, signal } from '@preact/signals';
import type { FoundText, RunSort } from '../../../server/src/shared/lspExtensions';
import type { RunList, RunRow, RunsPageAnswer, RunsState } from '../../../server/src/shared/runsPageQuestions';
import { errorText } from '../../../server/src/shared/shownText';
import type { RunsClient } from './runsClient';

/**
 * What the page that lists workflow runs shows: `runs` for the runs that match the filter, `steps` for the steps with messages that contain the
 * searched words.
 */
export type Shown = 'runs' | 'steps';

/** The data that the page with the list of workflow runs shows, and the actions of its user. */
export interface RunsModel {
  client: RunsClient;
  state: Signal<RunsState | undefined>;
  /** The reason why no question can be answered. */
  fault: Signal<string | undefined>;
  query: Signal<string>;
  sort: Signal<RunSort>;
  shown: Signal<Shown>;
  runs: Signal<(Omit<RunList, 'runs'> & { rows: RunRow[] }) | undefined>;
  steps: Signal<{ matches: FoundText[]; next?: string; total?: number; fault?: string } | undefined>;
  /** The suggested continuations of the query. */
  completions: Signal<RunsPageAnswer<'filter'>['completions']>;
  setQuery(query: string): void;
  setSort(sort: RunSort): void;
  setShown(shown: Shown): void;
  moreRuns(): void;
  moreSteps(): void;
  /** Requests the state of the runs, and updates the lists if runs changed. */
  look(): Promise<void>;
}

/** @param onChanged called when answers about runs may be outdated */
export function createRunsModel(client: RunsClient, onChanged: () => void): RunsModel {
  const state = signal<RunsState | undefined>(undefined);
  const fault = signal<string | undefined>(undefined);
  const query = signal('');
  const sort = signal<RunSort>('newest');
  const shown = signal<Shown>('runs');
  const runs: RunsModel['runs'] = signal(undefined);
  const steps: RunsModel['steps'] = signal(undefined);
  const completions: RunsModel['completions'] = signal([]);
  let listing = 0;
  let searching = 0;
  let isSearching = false;
  /** Runs changed while they were searched. */
  let isOutdated = false;
  let typing: ReturnType<typeof setTimeout> | undefined;
  /** Relative times in the list are of this minute. */
  let minute = 0;

  /** Lists as many rows as are shown, and at least a page. The latest request wins. */
  async function list(least = 1): Promise<void> {
    const mine = ++listing;
    const asked = { filter: query.value, sort: sort.value };
    try {
      const rows: RunRow[] = [];
      for (;;) {
        const page = await client.ask('runs', { ...asked, from: rows.length });
        if (mine !== listing) return;
        rows.push(...page.runs);
        if (rows.length < Math.min(least, page.total) && page.runs.length > 0) continue;
        const { runs: _, ...list } = page;
        runs.value = { ...list, rows };
        fault.value = undefined;
        return;
      }
    } catch (error) {
      if (mine === listing) fault.value = errorText(error);
    }
  }

  async function complete(): Promise<void> {
    const filter = query.value;
    const answer = await client.ask('filter', { filter }).catch(() => undefined);
    if (filter === query.value) completions.value = answer?.completions.slice(0, MOST_COMPLETIONS) ?? [];
  }

  /** Searches until there are more matches to show, or no more. */
  async function search(isMore: boolean, keepsShown = false): Promise<void> {
    const mine = ++searching;
    const words = query.value;
    isOutdated = false;
    isSearching = words.trim() !== '';
    if (!isSearching) {
      steps.value = undefined;
      return;
    }
    const before = isMore ? steps.value : undefined;
    const matches = [...(before?.matches ?? [])];
    const enough = matches.length + MATCHES;
    let cursor = before?.next;
    if (!before && !keepsShown) steps.value = undefined;
    try {
      do {
        const page = await client.ask('said', { words, ...(cursor !== undefined && { cursor }) });
        if (mine !== searching) return;
        matches.push(...page.matches);
        cursor = page.next;
        const isDone = cursor === undefined || matches.length >= enough;
        if (page.matches.length > 0 || isDone) {
          steps.value = {
            matches: [...matches],
            ...(cursor !== undefined && { next: cursor }),
            ...(page.total !== undefined && { total: page.total }),
            ...(page.fault !== undefined && { fault: page.fault }),
          };
        }
        if (isDone) break;
      } while (cursor !== undefined);
    } catch (error) {
      if (mine !== searching) return;
      steps.value = { matches, fault: errorText(error) };
    }
    isSearching = false;
    if (isOutdated) searchAnew();
  }

  /** Updates the matches. A log that is written all the time must not restart a search before its end. */
  function searchAnew(): void {
    if (isSearching) isOutdated = true;
    else if (query.value.trim() !== '' && (steps.value?.matches.length ?? 0) <= MATCHES) void search(false, true);
  }

  return {
    client,
    state,
    fault,
    query,
    sort,
    shown,
    runs,
    steps,
    completions,
    setQuery(text) {
      query.value = text;
      clearTimeout(typing);
      typing = setTimeout(() => {
        void list();
        void complete();
        void search(false);
        if (text.trim() === '') shown.value = 'runs';
      }, SETTLES);
    },
    setSort(wanted) {
      sort.value = wanted;
      void list();
    },
    setShown(wanted) {
      shown.value = wanted;
    },
    moreRuns: () => void list((runs.value?.rows.length ?? 0) + 1),
    moreSteps: () => void search(true),
    async look() {
      try {
        const now = await client.ask('state', {});
        const isChanged = now.revision !== state.value?.revision;
        const isLater = Math.floor(Date.now() / 60_000) !== minute;
        minute = Math.floor(Date.now() / 60_000);
        batch(() => {
          state.value = now;
          fault.value = undefined;
        });
        if (isChanged) onChanged();
        if (isChanged) searchAnew();
        if (isChanged || isLater) await list(runs.value?.rows.length);
      } catch (error) {
        fault.value = errorText(error);
      }
    },
  };
}

/** Milliseconds after the last letter. */
const SETTLES = 150;
const MATCHES = 50;
const MOST_COMPLETIONS = 30;
