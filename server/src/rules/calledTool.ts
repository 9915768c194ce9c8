import type { Catalogue, CataloguedTool } from '../model/catalogue';
import type { Kind } from '../model/kind';
import type { Path } from '../model/text';
import { memoizeByObject } from '../text/memoize';
import { atPath, parsePointer } from '../text/pointer';

/** A tool call in an envelope: the names of agent and tool, if present, and the paths of the call's fields. */
export interface Call {
  agent: string | undefined;
  tool: string | undefined;
  at: Record<'agent' | 'tool' | 'args', Path>;
}

/** Reads the call from an envelope; undefined for kinds that are not tool calls. */
export function readCall(value: unknown, { toolCall }: Pick<Kind, 'toolCall'>): Call | undefined {
  if (!toolCall) return undefined;
  const at = {
    agent: parsePointer(toolCall.agent),
    tool: parsePointer(toolCall.tool),
    args: parsePointer(toolCall.args),
  };
  return { agent: nameAt(value, at.agent), tool: nameAt(value, at.tool), at };
}

function nameAt(value: unknown, path: Path): string | undefined {
  const name = atPath(value, path);
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

/** Finds the called tool in the catalogue; undefined without one. */
export function calledTool(call: Call | undefined, catalogue: Catalogue | undefined): CataloguedTool | undefined {
  if (call?.agent === undefined || call.tool === undefined) return undefined;
  return catalogue?.agents.get(call.agent)?.tools.get(call.tool);
}

/** Returns the tools with this name, of all agents. */
export function toolsNamed(name: string, catalogue: Catalogue): readonly CataloguedTool[] {
  return toolsByName(catalogue).get(name) ?? [];
}

const toolsByName = memoizeByObject((catalogue: Catalogue) => {
  const byName = new Map<string, CataloguedTool[]>();
  for (const { tools } of catalogue.agents.values()) {
    for (const tool of tools.values()) {
      const sameName = byName.get(tool.name);
      if (sameName) sameName.push(tool);
      else byName.set(tool.name, [tool]);
    }
  }
  return byName;
});
