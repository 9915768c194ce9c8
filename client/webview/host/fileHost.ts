import type { PageState } from '../../../server/src/shared/pageMessages';
import type { ReplayQuestion, ReplayQuestions } from '../../../server/src/shared/protocol';
import type { Host } from './host';
import { followSystemTheme } from './systemTheme';

/** What answers in a file that was exported: the run lies in it, and so does what knows runs. */
interface Carried {
  run: string;
  answer<Q extends ReplayQuestion>(question: Q, params: ReplayQuestions[Q]['params']): ReplayQuestions[Q]['answer'];
}

/** The page in a file that carries its run; undefined where it carries none. */
export function fileHost(): Host | undefined {
  const carried = (globalThis as { agentEnvelopes?: Carried }).agentEnvelopes;
  if (!carried) return undefined;
  const { run } = carried;
  followSystemTheme();
  let writing: ReturnType<typeof setTimeout> | undefined;
  return {
    is: 'file',
    // In turn with all else, as in an editor.
    ask: async (question, params) => {
      await Promise.resolve();
      return carried.answer(question, params);
    },
    send(message) {
      if (message.type === 'copy') void navigator.clipboard?.writeText(message.text);
      if (message.type === 'copyLink') {
        void navigator.clipboard?.writeText(`${location.href.replace(/#.*$/s, '')}#${message.step + 1}`);
      }
      // What is kept of a file stands in its address: so a step of it can be pointed at.
      if (message.type !== 'at') return;
      // Some browsers refuse it when it comes too often.
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

/** Milliseconds at a step until it stands in the address. */
const SETTLED = 300;

function stepInAddress(): { step?: number } {
  const step = Number(location.hash.slice(1)) - 1;
  return Number.isSafeInteger(step) && step >= 0 ? { step } : {};
}
