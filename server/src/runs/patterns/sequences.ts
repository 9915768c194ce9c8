import type { Visit } from './agentTurns';
import type { Seen } from './detectedPattern';

/** Three or more who handed on from one to the next, each once in the run, and to nobody else. */
export function sequencesIn(visits: readonly Visit[]): Seen[] {
  const times = new Map<number, number>();
  for (const { lane } of visits) times.set(lane, (times.get(lane) ?? 0) + 1);
  const isOnce = ({ lane }: Visit) => times.get(lane) === 1;
  // The next in line, where there is one to whom alone all went.
  const next = (visit: Visit): Visit | undefined => {
    const [only] = visit.to;
    const taker = visit.to.length === 1 ? only?.taker : undefined;
    return taker && taker.from.length === 1 && isOnce(visit) && isOnce(taker) ? taker : undefined;
  };
  const isLater = new Set(visits.map(next));
  return visits.flatMap((first): Seen[] => {
    if (isLater.has(first)) return [];
    const line: Visit[] = [];
    for (let visit: Visit | undefined = first; visit; visit = next(visit)) line.push(visit);
    const last = line.at(-1) as Visit;
    if (line.length < 3) return [];
    return [{ is: 'sequential', nodes: line.map(({ lane }) => lane), known: last.start }];
  });
}
