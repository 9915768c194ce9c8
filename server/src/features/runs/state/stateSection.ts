import type { TreeNode } from '../../../shared/protocol';

/** A part of a state: nodes that lead somewhere, alone or under a heading of their own. */
export interface StateSection {
  name: string;
  /** Without one its nodes are roots. */
  heading?: string;
  icon?: string;
  /** What is said of it where it is empty; without it, it is left out then. */
  none?: string;
  nodes: readonly TreeNode[];
}

/** How many of what only grows are shown. */
export const LAST = 5;
