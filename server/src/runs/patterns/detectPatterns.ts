import type { Pattern } from '../../shared/replay';
import type { RunColumns } from '../state/runColumns';
import { agentTurns } from './agentTurns';
import { choicesIn } from './choices';
import type { DetectedPattern } from './detectedPattern';
import type { Handoffs } from './handoffs';
import { loopsIn } from './loops';
import { parallelsIn } from './parallels';
import { sequencesIn } from './sequences';

/** Detects collaboration patterns that follow with certainty from the handoffs, in order of appearance. */
export function detectPatterns(handoffs: Handoffs, columns: RunColumns, nameOf: (node: number) => string): Pattern[] {
  const turns = agentTurns(handoffs);
  const seen: DetectedPattern[] = [
    ...sequencesIn(turns),
    ...parallelsIn(turns, columns),
    ...loopsIn(turns),
    ...choicesIn(turns),
  ];
  return seen
    .sort((one, two) => one.known - two.known)
    .map(one => ({
      is: one.is,
      text: textOf(one, nameOf),
      known: one.known,
      ...(one.rounds !== undefined && { rounds: one.rounds }),
    }));
}

const MOST_NAMES = 5;

function textOf(seen: DetectedPattern, nameOf: (node: number) => string): string {
  const names = seen.nodes.map(nameOf);
  switch (seen.is) {
    case 'sequential':
      return `sequential: ${listed(names, 'then')}`;
    case 'parallel':
      return `parallel: ${listed(names, 'and')}${seen.join === undefined ? '' : `, joined by ${nameOf(seen.join)}`}`;
    case 'conditional':
      return `conditional: ${names[0]}, then ${listed(names.slice(1), 'or')}`;
    case 'loop':
      return `loop: ${listed(names, 'and')}, ${seen.rounds.length} ${seen.rounds.length === 1 ? 'round' : 'rounds'}`;
  }
}

/** Formats a list as `a, b and c`; shortens a long one. */
function listed(names: readonly string[], word: string): string {
  if (names.length > MOST_NAMES)
    return `${names.slice(0, MOST_NAMES).join(', ')} and ${names.length - MOST_NAMES} more`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}
