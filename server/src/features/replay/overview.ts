import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function overview(
  _replay: Replay,
  _params: ReplayQuestions['overview']['params'],
): ReplayQuestions['overview']['answer'] {
  throw new Error('not yet');
}
