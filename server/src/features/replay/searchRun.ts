import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function searchRun(
  _replay: Replay,
  _params: ReplayQuestions['search']['params'],
): ReplayQuestions['search']['answer'] {
  throw new Error('not yet');
}
