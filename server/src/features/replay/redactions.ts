import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function redactions(
  _replay: Replay,
  _params: ReplayQuestions['redactions']['params'],
): ReplayQuestions['redactions']['answer'] {
  throw new Error('not yet');
}
