import type { Catalogue, CataloguedTool } from '../model/catalogue';
import type { Kind } from '../model/kind';
import type { Path } from '../model/text';
import { groupBy } from '../shared/arrays';
import { atPath, parsePointer } from '../text/jsonPointer';
import { memoizeByObject } from '../text/memoize';

/** A tool call in an envelope: the names of the agent and the tool, if present, and the paths of the call's fields. */
export interface Call {
  agent: string | undefined;
  tool: string | undefined;
  at: { agent?: Path; tool: Path; args: Path };
}

/** Reads the call from an envelope; undefined for kinds that are not tool calls. */
export function readCall(value: unknown, { toolCall }: Pick<Kind, 'toolCall'>): Call | undefined {
  if (!toolCall) return undefined;
  const agent = toolCall.agent === undefined ? undefined : parsePointer(toolCall.agent);
  const tool = parsePointer(toolCall.tool);
  return {
    agent: agent && nameAt(value, agent),
    tool: nameAt(value, tool),
    at: { ...(agent && { agent }), tool, args: parsePointer(toolCall.args) },
  };
}

function nameAt(value: unknown, path: Path): string | undefined {
  const name = atPath(value, path);
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}

/**
 * Finds the called tool in the catalogue; undefined if it is not listed. If the call is ambiguous, returns the tool that is listed first.
 */
export function calledTool(
  call: Pick<Call, 'agent' | 'tool'> | undefined,
  catalogue: Catalogue | undefined,
): CataloguedTool | undefined {
  return call && catalogue && calledTools(call, catalogue)[0];
}

/**
 * Returns the tools that a call may mean: its agent's tool; otherwise the tools of that name on MCP servers, which any agent may call. For
 * a call without an agent, all tools of that name. An agent in the catalogue calls only its own tools.
 */
export function calledTools({ agent, tool }: Pick<Call, 'agent' | 'tool'>, catalogue: Catalogue): CataloguedTool[] {
  if (tool === undefined) return [];
  const named = toolsNamed(tool, catalogue);
  if (agent === undefined) return [...named];
  const own = named.filter(one => one.agent === agent);
  const listed = catalogue.agents.get(agent);
  return own.length > 0 || (listed && !listed.isServer) ? own : named.filter(one => one.isOpen);
}

/** Returns the tools with this name, of all agents. */
export function toolsNamed(name: string, catalogue: Catalogue): readonly CataloguedTool[] {
  return toolsByName(catalogue).get(name) ?? [];
}

const toolsByName = memoizeByObject(({ agents }: Catalogue) =>
  groupBy(
    [...agents.values()].flatMap(({ tools }) => [...tools.values()]),
    ({ name }) => name,
  ),
);
