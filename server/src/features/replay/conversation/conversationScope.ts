import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { callsTool } from '../../../runs/state/runColumns';
import type { ReplayOverview } from '../../../shared/replay';
import { memoizePerRun, type ReplayContext } from '../context/replayContext';
import { isRecorded } from './conversation';
import { type SourcedMessage, stepExchange } from './stepExchange';

/**
 * Whether the conversation with a model is told by one step or by all of them, as the first model calls of the run show. In a session the
 * lines of a user and an agent tell it, too, whether they name a model or not.
 */
export function conversationScope({ run, reader }: ReplayContext): Pick<ReplayOverview['has'], 'conversation'> {
  const known = memoizePerRun(run, emptyScope);
  if (!known.isRead) {
    known.isRead = true;
    let calls = 0;
    let others = 0;
    for (let index = 0; index < Math.min(run.summary.steps, MOST_STEPS) && calls < MOST_READ; index++) {
      const step = run.step(index);
      // A call of a tool has its arguments, whatever the model was told.
      if (callsTool(step.effects)) continue;
      const isCall = step.model !== undefined;
      if (!isCall && (step.agent === undefined || others >= MOST_OTHERS || !isRecorded(reader, step))) continue;
      if (isCall) calls++;
      else others++;
      const { messages } = stepExchange(reader, step);
      if (isCall && messages.some(({ side }) => side === 'input')) known.scope = { conversation: 'step' };
      else if (messages.some(isSpoken)) known.scope = { conversation: 'run' };
      if (known.scope.conversation === 'step') break;
    }
  }
  return known.scope;
}

const MOST_STEPS = 10_000;
const MOST_READ = 3;
const MOST_OTHERS = 20;

function isSpoken({ role }: SourcedMessage): boolean {
  return role === 'user' || role === 'assistant';
}

interface KnownScope {
  isRead: boolean;
  scope: Pick<ReplayOverview['has'], 'conversation'>;
}

function emptyScope(_run: IndexedRun): KnownScope {
  return { isRead: false, scope: {} };
}
