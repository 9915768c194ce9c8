import type { TreeNode } from '../../../../server/src/shared/protocol';

/** A node at its position in a tree. */
export interface TreeElement {
  node: TreeNode;
  /** Unique in the tree; stays the same when the tree is reloaded. */
  key: string;
  parent?: TreeElement | undefined;
}

/** Creates an element below its parent, or a root. */
export function createTreeElement(node: TreeNode, parent?: TreeElement): TreeElement {
  const group = ancestors(parent).find(({ node: { is } }) => is === 'group');
  // A run of two agents is in both agents' groups, and so are its descendants.
  return { node, key: group ? `${group.key}/${node.id}` : node.id, parent };
}

/** The run that contains a node, if any. */
export function enclosingRun(element: TreeElement): TreeElement | undefined {
  return ancestors(element).find(({ node: { is } }) => is === 'run');
}

/** The element itself and its ancestors, the root last. */
function ancestors(element: TreeElement | undefined): TreeElement[] {
  return element ? [element, ...ancestors(element.parent)] : [];
}
