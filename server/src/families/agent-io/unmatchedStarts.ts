import type { RunEnvelope } from '../../model/rule';

/** An event's phase of a tool call. */
export interface ToolCallPhase {
  /** An event may be both; in a response the two are merged. */
  is: 'start' | 'end' | 'both';
  envelope: RunEnvelope;
  id?: string | undefined;
  tool?: string | undefined;
}

/** Tracks starts without an end. An end matches a start by call id if both have one, else by tool. */
export function unmatchedStarts() {
  const all: ToolCallPhase[] = [];
  const taken = new Set<ToolCallPhase>();
  const waiting = new Map<string, ToolCallPhase[]>();

  function listed(key: string, start: ToolCallPhase): void {
    const same = waiting.get(key);
    if (same) same.push(start);
    else waiting.set(key, [start]);
  }

  // The last start: with several it makes no difference which.
  function takeOf(key: string): boolean {
    const same = waiting.get(key) ?? [];
    for (let start = same.pop(); start; start = same.pop()) {
      if (taken.has(start)) continue;
      taken.add(start);
      return true;
    }
    return false;
  }

  return {
    add(start: ToolCallPhase): void {
      const { id, tool } = start;
      all.push(start);
      if (id !== undefined) listed(`id ${id}`, start);
      for (const which of id === undefined ? ['bare', 'any'] : ['any']) {
        listed(`${which} of all`, start);
        listed(tool === undefined ? `${which} of none` : `${which} tool ${tool}`, start);
      }
    },
    take({ id, tool }: ToolCallPhase): boolean {
      if (id !== undefined && takeOf(`id ${id}`)) return true;
      const which = id === undefined ? 'any' : 'bare';
      if (tool === undefined) return takeOf(`${which} of all`);
      return takeOf(`${which} tool ${tool}`) || takeOf(`${which} of none`);
    },
    left: () => all.filter(start => !taken.has(start)),
  };
}
