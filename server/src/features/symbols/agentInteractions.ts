import type { Name } from '../../model/name';
import type { EnvelopeLocation, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import type { NameSearch } from './nameSearch';
import { runsInOrder } from './runOrder';

/** One who hands over to another or calls a tool, and how often, in all runs together. */
export interface Interaction {
  from: Name;
  to: Name;
  count: number;
  /** The envelopes that tell of it, in the order of the runs. */
  sources: EnvelopeLocation[];
}

/** Who hands over to whom and calls which tools, in all runs of a workspace folder. */
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

/** Who acts in a step: who it says, else who acts in the one that it is nested in. */
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
