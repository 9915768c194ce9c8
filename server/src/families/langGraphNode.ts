import { isObject } from '../text/pointer';
import { line } from './draft';

/** The node of a graph of agents that a step belongs to, as LangGraph writes it into metadata: an object, or its JSON. */
export function langGraphNode(metadata: unknown): string | undefined {
  if (isObject(metadata)) return line(metadata['langgraph_node']);
  return typeof metadata === 'string' ? line(NODE.exec(metadata)?.[1]) : undefined;
}

const NODE = /"langgraph_node"\s*:\s*"([^"\\]{1,200})"/;
