import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function graph(
  _replay: Replay,
  _params: ReplayQuestions['graph']['params'],
): ReplayQuestions['graph']['answer'] {
  throw new Error('not yet');
}

export function graphAt(
  _replay: Replay,
  _params: ReplayQuestions['graphAt']['params'],
): ReplayQuestions['graphAt']['answer'] {
  throw new Error('not yet');
}

export function edgeSteps(
  _replay: Replay,
  _params: ReplayQuestions['edgeSteps']['params'],
): ReplayQuestions['edgeSteps']['answer'] {
  throw new Error('not yet');
}
