import type { ExtensionMessage, PageMessage, PageState } from '../../../server/src/shared/pageMessages';
import type { ReplayQuestion, ReplayQuestions } from '../../../server/src/shared/protocol';

/** Where the page is shown: in an editor, or in a browser as an exported file. */
export interface Host {
  /** A file can't open other files, compare or export. */
  is: 'editor' | 'file';
  /** Rejects with a message for the user. */
  ask<Q extends ReplayQuestion>(
    question: Q,
    params: ReplayQuestions[Q]['params'],
  ): Promise<ReplayQuestions[Q]['answer']>;
  send(message: Exclude<PageMessage, { type: 'ask' }>): void;
  /** Called with all messages except answers. */
  listen(listener: (message: Exclude<ExtensionMessage, { type: 'answer' | 'failed' }>) => void): void;
  loadState(): PageState | undefined;
  saveState(state: PageState): void;
}
