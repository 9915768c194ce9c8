import type { Name } from '../../model/name';
import type { EnvelopeLocation, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { NameSearch } from './nameSearch';
import { runsInOrder } from './runOrder';

/** A pair of an agent and the agent or tool it hands over to or calls, over all runs. */
export interface Interaction {
  from: Name;
  to: Name;
  count: number;
  /** The envelopes of these hand-offs or calls, in run order. */
  sources: EnvelopeLocation[];
}

/** The hand-offs between agents and the calls of tools, in all runs of a workspace folder. */
export function agentInteractions({ index, folder }: NameSearch): Interaction[] {
  const interactions = new Map<string, Interaction>();
  for (const summary of runsInOrder(index)) {
    if (summary.folder !== folder) continue;
    const run = index.run(summary.key);
    for (let at = 0; run && at < summary.steps; at++) addStep(run.step(at), run, interactions);
  }
  return [...interactions.values()];
}

function addStep(step: Step, run: IndexedRun, interactions: Map<string, Interaction>): void {
  const [source] = step.sources;
  const agent = agentOf(step, run);
  if (agent === undefined || !source) return;
  for (const to of targetsOf(step, agent)) {
    const key = JSON.stringify([agent, to.kind, to.text]);
    const interaction = interactions.get(key) ?? { from: { kind: 'agent', text: agent }, to, count: 0, sources: [] };
    interaction.count++;
    interaction.sources.push(source);
    interactions.set(key, interaction);
  }
}

/** The agent of a step, else that of its nearest ancestor that has one. */
function agentOf({ agent, parent }: Step, run: IndexedRun): string | undefined {
  if (agent !== undefined || parent === undefined) return agent;
  return agentOf(run.step(parent), run);
}

function targetsOf({ peer, effects }: Step, agent: string): Name[] {
  const handoffs = effects.flatMap(effect => (effect.do === 'handoff' ? [effect.to] : []));
  const agents = new Set([...(peer === undefined ? [] : [peer]), ...handoffs]);
  agents.delete(agent);
  const tools = effects.flatMap(effect => (effect.do === 'call' ? [effect.tool] : []));
  return [
    ...[...agents].map((text): Name => ({ kind: 'agent', text })),
    ...[...new Set(tools)].map((text): Name => ({ kind: 'tool', text, of: agent })),
  ];
}
