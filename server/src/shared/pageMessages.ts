import type { ExportFormat, Redaction, ReplayQuestion, ReplayQuestions } from './protocol';

/** Messages from the replay page to the extension. */
export type PageMessage =
  /** The page is listening. `run`: the one shown last, if the page kept it. */
  | { type: 'ready'; run?: string }
  | PageQuestion
  /** The step that is shown now. */
  | { type: 'at'; step: number }
  | { type: 'openSource'; step: number; source: number; path?: (string | number)[] }
  /** Compares what a step wrote with its previous version, or with the disk. */
  | { type: 'openDiff'; step: number; path: string; against: 'previous' | 'disk' }
  | { type: 'openLink'; href: string }
  | { type: 'showInRuns'; step: number }
  /** Asks the user which run to compare this one with. */
  | { type: 'pickOther' }
  /** Another run of the same file, or one that this one is compared with. */
  | { type: 'openRun'; run: string }
  | { type: 'save'; format: ExportFormat; redaction: Redaction }
  /** Asks the user for a collector to send the run to. */
  | { type: 'send'; redaction: Redaction }
  | { type: 'copy'; text: string }
  /** Copies a link to a step. */
  | { type: 'copyLink'; step: number };

/** A question about the run that the page shows; the answer has the same id. */
export interface PageQuestion {
  type: 'ask';
  id: number;
  question: ReplayQuestion;
  params: ReplayQuestions[ReplayQuestion]['params'];
}

/** Messages from the extension to the page. */
export type ExtensionMessage =
  /** Shows a run, at a step if given. `runs`: those of the same file, to choose from. */
  | { type: 'show'; run: string; step?: number; runs?: { key: string; title: string }[] }
  /** There is no run to show, and why. */
  | { type: 'nothing'; text: string }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failed'; id: number; message: string }
  /** Files changed: the run may have changed. */
  | { type: 'changed' }
  /** The editor's cursor is in this step. */
  | { type: 'goto'; step: number }
  /** The user chose a run to compare with. */
  | { type: 'compare'; with: string }
  /** The user searched for something that is in the run. */
  | { type: 'find'; query: string };

/** The page's state, saved until it is shown again; plain data. */
export interface PageState {
  run: string;
  step: number;
  [more: string]: unknown;
}
