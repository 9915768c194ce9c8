import type { Turn } from './agentTurns';
import type { DetectedPattern } from './detectedPattern';

/** Finds three or more agents that hand work from one to the next, each once in the run and to nobody else. */
export function sequencesIn(turns: readonly Turn[]): DetectedPattern[] {
  const times = new Map<number, number>();
  for (const { lane } of turns) times.set(lane, (times.get(lane) ?? 0) + 1);
  const isOnce = ({ lane }: Turn) => times.get(lane) === 1;
  // The next turn, where the work went to a single one.
  const next = (turn: Turn): Turn | undefined => {
    const [only] = turn.to;
    const taker = turn.to.length === 1 ? only?.taker : undefined;
    return taker && taker.from.length === 1 && isOnce(turn) && isOnce(taker) ? taker : undefined;
  };
  const once = turns.filter(isOnce);
  const isLater = new Set(once.map(next));
  return once.flatMap((first): DetectedPattern[] => {
    if (isLater.has(first)) return [];
    const line: Turn[] = [];
    for (let turn: Turn | undefined = first; turn; turn = next(turn)) line.push(turn);
    const last = line.at(-1) as Turn;
    if (line.length < 3) return [];
    return [{ is: 'sequential', nodes: line.map(({ lane }) => lane), known: last.start }];
  });
}
