import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function stepView(
  _replay: Replay,
  _params: ReplayQuestions['step']['params'],
): ReplayQuestions['step']['answer'] {
  throw new Error('not yet');
}
