import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function nextStep(
  _replay: Replay,
  _params: ReplayQuestions['next']['params'],
): ReplayQuestions['next']['answer'] {
  throw new Error('not yet');
}
