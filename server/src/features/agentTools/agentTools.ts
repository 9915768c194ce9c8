import { checkTool } from './checkTool';
import { compareTool } from './compareTool';
import { completeTool, explainTool } from './explainAndCompleteTools';
import { generateTool } from './generateTool';
import { runsTool, searchTool } from './listAndSearchRunsTools';
import { stateTool, stepTool } from './showStepAndStateTools';
import type { AgentTool } from './toolContext';

/**
 * The tools that agents call over MCP, in VS Code and from a plugin. None of them writes anything. Their schemas, the tools in package.json
 * and the table in docs/agents.md are generated from this list.
 */
export const AGENT_TOOLS: readonly AgentTool[] = [
  checkTool,
  explainTool,
  completeTool,
  runsTool,
  searchTool,
  stepTool,
  stateTool,
  compareTool,
  generateTool,
];

/** Returns whether a tool needs the runs, so that files have to be read before it answers. */
export function needsRuns(name: string): boolean {
  return AGENT_TOOLS.some(tool => tool.name === name && tool.needsRuns === true);
}
