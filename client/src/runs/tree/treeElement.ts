import type { TreeNode } from '../../../../server/src/shared/protocol';

/** A node where it stands in a tree. */
export interface TreeElement {
  node: TreeNode;
  /** No other in the tree has it; it stays the same when the tree is read again. */
  key: string;
  parent?: TreeElement | undefined;
}

/** A node below another, or a root. */
export function createTreeElement(node: TreeNode, parent?: TreeElement): TreeElement {
  const group = ancestors(parent).find(({ node: { is } }) => is === 'group');
  // A run of two agents stands in the groups of both, and so does all that is in it.
  return { node, key: group ? `${group.key}/${node.id}` : node.id, parent };
}

/** The run that a node is in, where it is in one. */
export function enclosingRun(branch: TreeElement): TreeElement | undefined {
  return ancestors(branch).find(({ node: { is } }) => is === 'run');
}

/** The branch itself and those above it, the root last. */
function ancestors(branch: TreeElement | undefined): TreeElement[] {
  return branch ? [branch, ...ancestors(branch.parent)] : [];
}
