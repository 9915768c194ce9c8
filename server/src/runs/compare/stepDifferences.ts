import type { Effect, Step } from '../../model/run';
import { maskIds, maskUniqueValues } from '../../text/names/maskIds';
import type { AgentNamer } from './agentNamer';

/** A step, and who names the agents of its run. */
type NamedStep = [step: Step, agents: AgentNamer];

/** The differences between two aligned steps, ignoring ids and times. */
export function stepDifferences([one, agents]: NamedStep, [other, otherAgents]: NamedStep): readonly string[] {
  const differs: string[] = [];
  if (one.outcome !== other.outcome) differs.push('outcome');
  if (one.title !== other.title && maskIds(one.title) !== maskIds(other.title)) differs.push('title');
  if (one.confidence !== other.confidence) differs.push('confidence');
  if (agents.nameOf(one.peer ?? '') !== otherAgents.nameOf(other.peer ?? '')) differs.push('peer');
  if (differInEffects([one, agents], [other, otherAgents])) differs.push('effects');
  if (differInProblems(one, other)) differs.push('problems');
  return differs.length === 0 ? NOTHING : differs;
}

// Shared: two similar runs have very many of these.
const NOTHING: readonly string[] = [];

function differInEffects([one, agents]: NamedStep, [other, otherAgents]: NamedStep): boolean {
  const [ones, others] = [one.effects.filter(isDeed), other.effects.filter(isDeed)];
  return (
    ones.length !== others.length ||
    ones.some((effect, place) => deedOf(effect, agents) !== deedOf(others[place] as Effect, otherAgents))
  );
}

// Usage differs in every run.
function isDeed(effect: Effect): boolean {
  return effect.do !== 'usage';
}

function deedOf(effect: Effect, agents: AgentNamer): string {
  switch (effect.do) {
    case 'write':
      return `write ${effect.operation} ${maskUniqueValues(effect.path)}`;
    case 'document':
      return `document ${effect.status} ${effect.name}`;
    case 'decision':
    case 'note':
      return `${effect.do} ${maskIds(effect.text)}`;
    case 'question':
    case 'gap':
      return `${effect.do} ${effect.status} ${maskUniqueValues(effect.id)}`;
    case 'handoff':
      return `handoff ${agents.nameOf(effect.to)}`;
    case 'call':
      return `call ${effect.tool}`;
    case 'result':
      return `result ${effect.ok} ${effect.tool ?? ''}`;
    case 'budget':
    case 'approval':
      return `${effect.do} ${effect.state}`;
    case 'usage':
      return 'usage';
  }
}

function differInProblems({ problems: one }: Step, { problems: other }: Step): boolean {
  return one.error !== other.error || one.warning !== other.warning || one.info !== other.info;
}
