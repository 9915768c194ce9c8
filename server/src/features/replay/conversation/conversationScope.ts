import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { ReplayOverview } from '../../../shared/replay';
import { memoizePerRun, type ReplayContext } from '../context/replayContext';
import { stepExchange } from './stepExchange';

/** Whether the conversation with a model is told by one step or by all of them, as the first model calls of the run show. */
export function conversationScope({ run, reader }: ReplayContext): Pick<ReplayOverview['has'], 'conversation'> {
  const known = memoizePerRun(run, emptyScope);
  if (!known.isRead) {
    known.isRead = true;
    let read = 0;
    for (let index = 0; index < Math.min(run.summary.steps, MOST_STEPS) && read < MOST_READ; index++) {
      const step = run.step(index);
      // A call of a tool has its arguments, whatever the model was told.
      if (step.model === undefined || step.effects.some(effect => effect.do === 'call')) continue;
      read++;
      const { messages } = stepExchange(reader, step);
      if (messages.some(({ side }) => side === 'input')) known.scope = { conversation: 'step' };
      else if (messages.length > 0) known.scope = { conversation: 'run' };
      if (known.scope.conversation === 'step') break;
    }
  }
  return known.scope;
}

const MOST_STEPS = 10_000;
const MOST_READ = 3;

interface KnownScope {
  isRead: boolean;
  scope: Pick<ReplayOverview['has'], 'conversation'>;
}

function emptyScope(_run: IndexedRun): KnownScope {
  return { isRead: false, scope: {} };
}
