import type { ExtensionMessage, PageMessage, PageState } from '../../../server/src/shared/pageMessages';
import type { ReplayQuestion, ReplayQuestions } from '../../../server/src/shared/protocol';

/** Where the page is shown: in an editor, or as a file of its own that a browser opened. */
export interface Host {
  /** A file can't lead to other files, nor be compared or exported. */
  is: 'editor' | 'file';
  /** Rejects with a message for people. */
  ask<Q extends ReplayQuestion>(
    question: Q,
    params: ReplayQuestions[Q]['params'],
  ): Promise<ReplayQuestions[Q]['answer']>;
  send(message: Exclude<PageMessage, { type: 'ask' }>): void;
  /** Hears all but the answers. */
  listen(listener: (message: Exclude<ExtensionMessage, { type: 'answer' | 'failed' }>) => void): void;
  loadState(): PageState | undefined;
  saveState(state: PageState): void;
}
