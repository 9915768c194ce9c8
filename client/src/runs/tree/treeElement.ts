import type { TreeNode } from '../../../../server/src/shared/protocol';

/** A node at its place in a tree. */
export interface TreeElement {
  node: TreeNode;
  /** Unique in the tree; stays the same when the tree is reloaded. */
  key: string;
  parent?: TreeElement | undefined;
}

/** Creates an element below another, or a root. */
export function createTreeElement(node: TreeNode, parent?: TreeElement): TreeElement {
  const group = ancestors(parent).find(({ node: { is } }) => is === 'group');
  // A run of two agents is in the groups of both, and so are its descendants.
  return { node, key: group ? `${group.key}/${node.id}` : node.id, parent };
}

/** The run that contains a node, if any. */
export function enclosingRun(branch: TreeElement): TreeElement | undefined {
  return ancestors(branch).find(({ node: { is } }) => is === 'run');
}

/** The branch itself and its ancestors, the root last. */
function ancestors(branch: TreeElement | undefined): TreeElement[] {
  return branch ? [branch, ...ancestors(branch.parent)] : [];
}
