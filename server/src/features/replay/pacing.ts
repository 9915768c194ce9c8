import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function pacing(
  _replay: Replay,
  _params: ReplayQuestions['pacing']['params'],
): ReplayQuestions['pacing']['answer'] {
  throw new Error('not yet');
}
