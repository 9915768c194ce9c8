import type { TreeNode } from '../../../shared/protocol';

/** A section of a state: nodes, with or without a heading. */
export interface StateSection {
  name: string;
  /** Without a heading its nodes are roots. */
  heading?: string;
  icon?: string;
  /** The description of an empty section; without it, an empty section is left out. */
  none?: string;
  nodes: readonly TreeNode[];
}

/** How many entries are shown of lists that only grow. */
export const LAST = 5;
