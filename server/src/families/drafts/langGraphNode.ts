import { copyString } from '../../text/copyString';
import { isObject } from '../../text/pointer';
import { shortLine } from './draft';

/** The node of a graph of agents that a step belongs to, as LangGraph writes it into metadata: an object, or its JSON. */
export function langGraphNode(metadata: unknown): string | undefined {
  if (isObject(metadata)) return shortLine(metadata['langgraph_node']);
  const [, node] = (typeof metadata === 'string' && NODE.exec(metadata)) || [];
  return node === undefined ? undefined : shortLine(copyString(node));
}

const NODE = /"langgraph_node"\s*:\s*"([^"\\]{1,200})"/;
