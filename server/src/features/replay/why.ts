import type { ReplayQuestions } from '../../model/replay';
import type { Replay } from './replay';

export function why(_replay: Replay, _params: ReplayQuestions['why']['params']): ReplayQuestions['why']['answer'] {
  throw new Error('not yet');
}
