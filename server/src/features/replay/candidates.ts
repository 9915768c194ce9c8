import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function candidates(
  _replay: Replay,
  _params: ReplayQuestions['candidates']['params'],
): ReplayQuestions['candidates']['answer'] {
  throw new Error('not yet');
}
