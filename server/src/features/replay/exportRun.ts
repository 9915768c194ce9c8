import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function exportRun(
  _replay: Replay,
  _params: ReplayQuestions['export']['params'],
): ReplayQuestions['export']['answer'] {
  throw new Error('not yet');
}
