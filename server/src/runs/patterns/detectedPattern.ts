import type { Pattern } from '../../shared/replay';

/** A pattern of node indices, before it is described in words. */
export type DetectedPattern = Pick<Pattern, 'is' | 'known' | 'rounds'> & { nodes: readonly number[] } & (
    | { is: 'sequential' }
    /** `join`: the node that takes up the work of all of them. */
    | { is: 'parallel'; join?: number }
    /** The first node chooses among the others. */
    | { is: 'conditional' }
    | { is: 'loop'; rounds: number[] }
  );
