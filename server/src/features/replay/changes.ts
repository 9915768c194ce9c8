import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function changes(
  _replay: Replay,
  _params: ReplayQuestions['changes']['params'],
): ReplayQuestions['changes']['answer'] {
  throw new Error('not yet');
}
