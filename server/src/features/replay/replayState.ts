import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function replayState(
  _replay: Replay,
  _params: ReplayQuestions['state']['params'],
): ReplayQuestions['state']['answer'] {
  throw new Error('not yet');
}

export function stateSection(
  _replay: Replay,
  _params: ReplayQuestions['section']['params'],
): ReplayQuestions['section']['answer'] {
  throw new Error('not yet');
}
