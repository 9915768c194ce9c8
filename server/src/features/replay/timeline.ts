import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function timeline(
  _replay: Replay,
  _params: ReplayQuestions['timeline']['params'],
): ReplayQuestions['timeline']['answer'] {
  throw new Error('not yet');
}
