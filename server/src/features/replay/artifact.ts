import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function artifact(
  _replay: Replay,
  _params: ReplayQuestions['artifact']['params'],
): ReplayQuestions['artifact']['answer'] {
  throw new Error('not yet');
}
