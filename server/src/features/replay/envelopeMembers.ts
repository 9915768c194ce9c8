import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function envelopeMembers(
  _replay: Replay,
  _params: ReplayQuestions['members']['params'],
): ReplayQuestions['members']['answer'] {
  throw new Error('not yet');
}

export function envelopeValue(
  _replay: Replay,
  _params: ReplayQuestions['value']['params'],
): ReplayQuestions['value']['answer'] {
  throw new Error('not yet');
}
