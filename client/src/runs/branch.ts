import type { TreeNode } from '../../../server/src/protocol';

/** A node where it stands in a tree. */
export interface Branch {
  node: TreeNode;
  /** No other in the tree has it; it stays the same when the tree is read again. */
  key: string;
  parent?: Branch | undefined;
}

/** A node below another, or a root. */
export function branchOf(node: TreeNode, parent?: Branch): Branch {
  const group = ancestors(parent).find(({ node: { is } }) => is === 'group');
  // A run of two agents stands in the groups of both, and so does all that is in it.
  return { node, key: group ? `${group.key}/${node.id}` : node.id, parent };
}

/** The run that a node is in, where it is in one. */
export function runOf(branch: Branch): Branch | undefined {
  return ancestors(branch).find(({ node: { is } }) => is === 'run');
}

/** The branch itself and those above it, the root last. */
function ancestors(branch: Branch | undefined): Branch[] {
  return branch ? [branch, ...ancestors(branch.parent)] : [];
}
