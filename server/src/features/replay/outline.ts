import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function outline(
  _replay: Replay,
  _params: ReplayQuestions['outline']['params'],
): ReplayQuestions['outline']['answer'] {
  throw new Error('not yet');
}

export function outlinePlace(
  _replay: Replay,
  _params: ReplayQuestions['outlinePlace']['params'],
): ReplayQuestions['outlinePlace']['answer'] {
  throw new Error('not yet');
}
