import type { PageMessage, PageQuestion } from '../../../../server/src/shared/pageMessages';

/** A run for a page to show. */
export interface PageTarget {
  run?: string;
  step?: number;
  /** A run to compare it with. */
  with?: string;
  /** What to search it for. */
  find?: string;
}

/** The subject of a page: one run, or the runs of a file. */
export interface PageSubject {
  /** Finds the run to show, preferably the requested one; undefined while no run is known. */
  find(requested: string | undefined): Promise<FoundRun | undefined>;
  /** Explains to the user why there is no run, and how to go on. */
  nothing(): string;
}

export interface FoundRun {
  run: string;
  /** The first step to show, unless the page restores one. */
  step?: number;
  /** The runs of the same file, to choose from. */
  runs?: { key: string; title: string }[];
}

/** An action that a page requests from the editor. */
export type PageAction = Exclude<PageMessage, PageQuestion | { type: 'ready' | 'at' }>;
