import type { Step } from '../../model/run';
import { maskUniqueValues } from '../../text/names/maskIds';
import type { IndexedRun } from '../assembly/indexedRun';

/** Names the agents of a run as another run may name them, too. */
export interface AgentNamer {
  /** Learns from a step what is an id in the names of its agents. Call it for each step first. */
  learn(step: Step): void;
  /** The name without ids. */
  nameOf(name: string): string;
}

/**
 * Masks the ids in the names of agents: a sub-agent without a name goes by its own random id, or by the end of the id of the
 * call that started it.
 */
export function agentNamer(run: IndexedRun): AgentNamer {
  const names = new Map<string, string>();
  const looked = new Set<string>();

  function learnName(name: string, parent: number): void {
    const pair = `${parent} ${name}`;
    if (looked.has(pair)) return;
    looked.add(pair);
    const dash = name.lastIndexOf('-');
    if (dash > 0 && endsWithin(run.step(parent).key ?? '', name.slice(dash + 1)))
      names.set(name, `${name.slice(0, dash)}-#`);
  }

  return {
    learn({ agent, peer, parent }) {
      if (parent === undefined) return;
      if (agent !== undefined) learnName(agent, parent);
      if (peer !== undefined) learnName(peer, parent);
    },
    nameOf(name) {
      const known = names.get(name) ?? maskUniqueValues(name);
      names.set(name, known);
      return known;
    },
  };
}

/** Returns whether an id ends in these characters, in the middle of a word: a whole word there may be a name. */
function endsWithin(id: string, end: string): boolean {
  return end !== '' && id.endsWith(end) && /[a-z\d]/i.test(id.charAt(id.length - end.length - 1));
}
