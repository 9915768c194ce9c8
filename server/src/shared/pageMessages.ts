import { isExportFormat, isRedaction } from './replay/export';
import type { ReplayQuestion } from './replay/index';
import {
  type FieldsOf,
  isCount,
  isJsonObject,
  isOneOf,
  isPath,
  isText,
  isTextUpTo,
  optional,
  type Shape,
} from './validateShape';

/** Checks whether a value in a message of the replay page is a text short enough for a name, a path or an address. */
export const isShortText = isTextUpTo(4096);

/** The messages from the replay page to the extension, and their fields. */
export const PAGE_MESSAGES = {
  /** The page is listening. `run` is the last shown run, if the page remembers one. */
  ready: { run: optional(isText) },
  /** A question about the run that the page shows; the answer has the same id. */
  ask: { id: isCount, question: isText as Shape<ReplayQuestion>, params: isJsonObject },
  /** The user went to this step. */
  at: { step: isCount },
  openEnvelope: { step: isCount, envelope: isCount, path: optional(isPath) },
  /** Opens a diff between the content that a step wrote and its previous version, or the file on disk. */
  openDiff: { step: isCount, path: isShortText, against: isOneOf('previous', 'disk') },
  openLink: { href: isShortText },
  showInRuns: { step: isCount },
  /** Asks the user which run to compare this one with. */
  pickOther: {},
  /** Opens another run: of the same file, or the one that this run is compared with. */
  openRun: { run: isShortText },
  save: { format: isExportFormat, redaction: isRedaction },
  /** Asks the user for a collector to send the run to. */
  send: { redaction: isRedaction },
  copy: { text: isText },
  /** Copies a link to a step. */
  copyLink: { step: isCount },
} as const;

type Messages = typeof PAGE_MESSAGES;
/** Messages from the replay page to the extension. */
export type PageMessage = { [Type in keyof Messages]: { type: Type } & FieldsOf<Messages[Type]> }[keyof Messages];
export type PageQuestion = Extract<PageMessage, { type: 'ask' }>;

/** Messages from the extension to the page. */
export type ExtensionMessage =
  /** Shows a run, at a step if given. `runs` are the runs of the same file, to choose from. */
  | { type: 'show'; run: string; step?: number; runs?: { key: string; title: string }[] }
  /** There is no run to show; `text` says why. */
  | { type: 'nothing'; text: string }
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failed'; id: number; message: string }
  /** Files changed: the run may have changed. */
  | { type: 'changed' }
  /** The editor's cursor is in this step. */
  | { type: 'goto'; step: number }
  /** The user chose a run to compare with. */
  | { type: 'compare'; with: string }
  /** Downloads a text, as a file of this name. */
  | { type: 'download'; text: string; name: string }
  /** The user searched for something that is in the run. */
  | { type: 'find'; query: string };

/** The page's state, saved until it is shown again; plain data. */
export interface PageState {
  run: string;
  step: number;
  [more: string]: unknown;
}
