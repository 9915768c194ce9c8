import { replayQuestions } from '../../../server/src/features/replay/answerReplayQuestion';
import type { ReplayedRun } from '../../../server/src/features/replay/replayedRun';
import type { ReplayAnswer, ReplayQuestion } from '../../../server/src/shared/replay';

export function asked(steps: number): [ReplayQuestion, object][] {
  const folded = { all: false, but: [] };
  const places = [...new Set([0, Math.floor(steps / 2), steps - 1])];
  return [
    ['overview', {}],
    ['graph', {}],
    ['metrics', {}],
    ['outline', { folded }],
    ['timeline', { axis: 'time', from: 0, to: 1e6, width: 800, lanes: { from: 0, count: 50 }, folded }],
    ['timeline', { axis: 'even', from: 0, to: steps, width: 800, lanes: { from: 0, count: 50 }, folded }],
    ['conversation', {}],
    ['search', { query: 'status:failed' }],
    ...places.flatMap((step): [ReplayQuestion, object][] => [
      ['step', { step }],
      ['state', { step }],
      ['changes', { step }],
      ['conversation', { step }],
      ['conversationPlace', { step }],
      ['exchange', { step }],
      ['why', { step }],
      ['graphAt', { step }],
      ['envelope', { step, envelope: 0 }],
      ['members', { step, envelope: 0, path: [] }],
    ]),
  ];
}

/** The answer of a replay, as `comparable` gives it; of a search, which answers in slices of time, all its matches. */
export function answerTo(replay: ReplayedRun, question: ReplayQuestion, params: object): unknown {
  if (question !== 'search') return comparable(answerOf(replay, question, params));
  const matches: unknown[] = [];
  for (let cursor: unknown = 0; cursor !== undefined; ) {
    const slice = answerOf(replay, question, { ...params, cursor }) as ReplayAnswer<'search'>;
    matches.push(...slice.matches);
    cursor = slice.cursor;
  }
  return comparable({ matches });
}

function answerOf(replay: ReplayedRun, question: ReplayQuestion, params: object): unknown {
  return (replayQuestions[question] as (replay: ReplayedRun, params: object) => unknown)(replay, params);
}

/** An answer without what names it or its run, and without the copies of a step in other files, which are not taken along. */
export function comparable(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (name, value) => (LEFT_OUT.has(name) ? undefined : value)) ?? 'null');
}

const LEFT_OUT = new Set(['key', 'revision', 'copies', 'live']);
