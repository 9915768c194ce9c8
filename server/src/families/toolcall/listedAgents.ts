import type { ListedAgent, ListedTool } from '../../model/catalogue';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';

/** The agents of a catalogue and their tools; entries without a name are skipped. */
export function listedAgents(catalogue: Record<string, unknown>): ListedAgent[] {
  return Object.entries(catalogue)
    .filter(([name]) => name !== '$schema')
    .map(([name, tools]) => ({ name, path: [name], tools: Array.isArray(tools) ? listedTools(tools, [name]) : [] }));
}

function listedTools(tools: readonly unknown[], path: Path): ListedTool[] {
  return tools.flatMap((tool, index) => {
    if (!isObject(tool)) return [];
    const { name, description, parameters } = tool;
    if (typeof name !== 'string' || name.trim() === '') return [];
    return {
      name,
      ...(typeof description === 'string' && { description }),
      ...(parameters !== undefined && { parameters }),
      path: [...path, index],
    };
  });
}
