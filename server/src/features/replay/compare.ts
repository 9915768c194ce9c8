import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function compare(
  _replay: Replay,
  _params: ReplayQuestions['compare']['params'],
): ReplayQuestions['compare']['answer'] {
  throw new Error('not yet');
}
