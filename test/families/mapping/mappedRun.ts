import { stepMessages } from '../../../server/src/features/replay/stepMessages';
import type { Family } from '../../../server/src/model/family';
import type { ContentPiece, Step } from '../../../server/src/model/run';
import { replayOf } from '../../features/replay/replayOf';
import { familiesWhere } from '../../kit/shippedFamilies';

/** A run as a test compares it: what a person sees of it. */
export interface MappedRun {
  title: string;
  status: string;
  /** One line a step: agent, kind's word, title, outcome, effects. */
  steps: string[];
  /** What was said in each step that says anything: `2 user: text | call`. */
  said: string[];
  models: string[];
  calls: number;
  results: number;
  tokens: number;
  cost: number;
}

/** Records as the lines of a log. */
export function log(...records: readonly object[]): string {
  return records.map(record => JSON.stringify(record)).join('\n');
}

/**
 * A run of some files, without an id that with the most steps, as an editor or the command line reads it: with all readers of this program,
 * and those that are declared.
 */
export function mappedRun(
  files: Readonly<Record<string, string>>,
  declared: readonly Family[] = [],
  id?: string,
): MappedRun {
  const replay = replayOf(files, { families: familiesWhere([], declared), ...(id !== undefined && { id }) });
  const { summary } = replay.run;
  const steps = Array.from({ length: summary.steps }, (_, index) => replay.run.step(index));
  const effects = steps.flatMap(step => step.effects);
  const sum = (name: 'tokens' | 'cost') =>
    effects.reduce((all, effect) => all + (effect.do === 'usage' ? (effect[name] ?? 0) : 0), 0);
  return {
    title: summary.title,
    status: summary.status,
    steps: steps.map(stepLine),
    said: steps.flatMap((step, index) =>
      stepMessages(replay.reader, step).messages.map(
        ({ role, pieces }) => `${index} ${role}: ${pieces.map(pieceText).join(' | ')}`,
      ),
    ),
    models: [...new Set(steps.flatMap(({ model }) => model ?? []))],
    calls: effects.filter(effect => effect.do === 'call').length,
    results: effects.filter(effect => effect.do === 'result').length,
    tokens: sum('tokens'),
    cost: sum('cost'),
  };
}

function stepLine({ agent, peer, kind, title, outcome, effects }: Step): string {
  const who = peer === undefined ? (agent ?? '-') : `${agent ?? '-'} > ${peer}`;
  return [who, kind.split(':')[1] ?? '-', title, outcome, ...effects.map(effect => effect.do)].join(' | ');
}

function pieceText(piece: ContentPiece): string {
  if ('text' in piece) return piece.type === 'text' ? piece.text : `(${piece.text})`;
  if (piece.type === 'tool_call') return `${piece.name} ${JSON.stringify(piece.arguments)}`;
  if (piece.type === 'tool_result') return `= ${JSON.stringify(piece.result)}${piece.isError ? ' failed' : ''}`;
  return `${piece.type} ${piece.uri ?? piece.name ?? ''}`;
}
