import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function conversation(
  _replay: Replay,
  _params: ReplayQuestions['conversation']['params'],
): ReplayQuestions['conversation']['answer'] {
  throw new Error('not yet');
}
