import { copyString } from '../../text/copyString';
import { isObject } from '../../text/pointer';
import { shortLine } from './draft';

/** The LangGraph node of a step, from metadata: an object, or its JSON. */
export function langGraphNode(metadata: unknown): string | undefined {
  if (isObject(metadata)) return shortLine(metadata['langgraph_node']);
  const [, node] = (typeof metadata === 'string' && NODE.exec(metadata)) || [];
  return node === undefined ? undefined : shortLine(copyString(node));
}

const NODE = /"langgraph_node"\s*:\s*"([^"\\]{1,200})"/;
