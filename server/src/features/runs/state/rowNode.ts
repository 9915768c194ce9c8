import type { Span } from '../../../model/text';
import type { TreeNode } from '../../../shared/protocol';
import { nodeId } from '../tree/nodeId';

/** A node for a row or another span of a registry. */
export function rowNode(
  section: string,
  { start, end }: Span,
  { uri, run }: ShownRegistry,
  look: Omit<TreeNode, 'id' | 'opens' | 'run' | 'leads'>,
): TreeNode {
  return { id: nodeId({ is: 'row', section, uri, start, end }), ...look, opens: 'no', run, leads: true };
}

/** The registry shown, and the run it is shown for. */
export interface ShownRegistry {
  uri: string;
  run: string;
}
