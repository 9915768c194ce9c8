import type { PageMessage, PageQuestion } from '../../../../server/src/shared/pageMessages';

/** A run for a page to show. */
export interface PageTarget {
  run?: string;
  step?: number;
  /** A run to compare it with. */
  with?: string;
}

/** What a page is about: one run, or the runs of a file. */
export interface PageSubject {
  /** The run to show, the wanted one where the subject has it; undefined while none is known. */
  find(wanted: string | undefined): Promise<FoundRun | undefined>;
  /** Says why there is no run, and how to go on. */
  nothing(): string;
}

export interface FoundRun {
  run: string;
  /** Where to begin, unless the page restores a step. */
  step?: number;
  /** The runs of the same file, to choose from. */
  runs?: { key: string; title: string }[];
}

/** What a page asks the editor to do. */
export type PageAction = Exclude<PageMessage, PageQuestion | { type: 'ready' | 'at' }>;
