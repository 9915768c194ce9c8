import type { ExportFormat, Redaction, ReplayQuestion, ReplayQuestions } from './protocol';

/** What the replay page tells the extension. */
export type PageMessage =
  /** It is there and listens. `run`: what it showed last, as far as it kept that. */
  | { type: 'ready'; run?: string }
  | PageQuestion
  /** The step that is shown now. */
  | { type: 'at'; step: number }
  | { type: 'openSource'; step: number; source: number; path?: (string | number)[] }
  /** What a step wrote, held against what was there before, or against the disk. */
  | { type: 'openDiff'; step: number; path: string; against: 'previous' | 'disk' }
  | { type: 'openLink'; href: string }
  | { type: 'showInRuns'; step: number }
  /** Asks the user which run to compare this one with. */
  | { type: 'pickOther' }
  /** Another run of the same file, or one that this is compared with. */
  | { type: 'openRun'; run: string }
  | { type: 'save'; format: ExportFormat; redaction: Redaction }
  | { type: 'copy'; text: string }
  /** Copies an address that leads to a step. */
  | { type: 'copyLink'; step: number };

/** A question about the run that the page shows; the answer has the same id. */
export interface PageQuestion {
  type: 'ask';
  id: number;
  question: ReplayQuestion;
  params: ReplayQuestions[ReplayQuestion]['params'];
}

/** What the extension tells the page. */
export type ExtensionMessage =
  /** Shows a run, at a step where one is given. `runs`: those of the same file, to choose from. */
  | { type: 'show'; run: string; step?: number; runs?: { key: string; title: string }[] }
  /** There is no run to show, and why. */
  | { type: 'nothing'; text: string }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failed'; id: number; message: string }
  /** Files have changed: the run may be otherwise now. */
  | { type: 'changed' }
  /** The cursor in the editor is in this step. */
  | { type: 'goto'; step: number }
  /** The user chose a run to compare with. */
  | { type: 'compare'; with: string };

/** What the page keeps for when it is shown again; plain data. */
export interface PageState {
  run: string;
  step: number;
  [more: string]: unknown;
}
