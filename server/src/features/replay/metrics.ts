import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function metrics(
  _replay: Replay,
  _params: ReplayQuestions['metrics']['params'],
): ReplayQuestions['metrics']['answer'] {
  throw new Error('not yet');
}
