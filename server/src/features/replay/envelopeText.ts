import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function envelopeText(
  _replay: Replay,
  _params: ReplayQuestions['envelope']['params'],
): ReplayQuestions['envelope']['answer'] {
  throw new Error('not yet');
}
