import type { PageState } from '../../../server/src/shared/pageMessages';
import type { ReplayQuestion, ReplayQuestions } from '../../../server/src/shared/protocol';
import type { Host } from './host';
import { followSystemTheme } from './systemTheme';

/** What an exported file contains to answer questions: the run, and the core. */
interface Carried {
  run: string;
  answer<Q extends ReplayQuestion>(question: Q, params: ReplayQuestions[Q]['params']): ReplayQuestions[Q]['answer'];
}

/** The host of an exported file that contains its run; undefined if it contains none. */
export function fileHost(): Host | undefined {
  const carried = (globalThis as { agentEnvelopes?: Carried }).agentEnvelopes;
  if (!carried) return undefined;
  const { run } = carried;
  followSystemTheme();
  let writing: ReturnType<typeof setTimeout> | undefined;
  return {
    is: 'file',
    // Asynchronous, as in an editor.
    ask: async (question, params) => {
      await Promise.resolve();
      return carried.answer(question, params);
    },
    send(message) {
      if (message.type === 'copy') void navigator.clipboard?.writeText(message.text);
      if (message.type === 'copyLink') {
        void navigator.clipboard?.writeText(`${location.href.replace(/#.*$/s, '')}#${message.step + 1}`);
      }
      // The message `at` reports the shown step, which goes into the page's URL so that it can be linked to.
      if (message.type !== 'at') return;
      // Some browsers reject frequent changes.
      clearTimeout(writing);
      writing = setTimeout(() => history.replaceState(undefined, '', `#${message.step + 1}`), SETTLED);
    },
    listen(listener) {
      queueMicrotask(() => listener({ type: 'show', run, ...stepInAddress() }));
      window.addEventListener('hashchange', () => listener({ type: 'show', run, ...stepInAddress() }));
    },
    loadState: () => undefined,
    saveState(_state: PageState) {},
  };
}

/** Milliseconds at a step until it is written to the URL. */
const SETTLED = 300;

function stepInAddress(): { step?: number } {
  const step = Number(location.hash.slice(1)) - 1;
  return Number.isSafeInteger(step) && step >= 0 ? { step } : {};
}
