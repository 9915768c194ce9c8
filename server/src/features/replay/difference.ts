import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function difference(
  _replay: Replay,
  _params: ReplayQuestions['difference']['params'],
): ReplayQuestions['difference']['answer'] {
  throw new Error('not yet');
}
