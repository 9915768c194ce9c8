import type { Pattern } from '../../shared/replay';

/** A pattern in places of nodes, before it is put into words. */
export type DetectedPattern = Pick<Pattern, 'is' | 'known' | 'rounds'> & { nodes: readonly number[] } & (
    | { is: 'sequential' }
    /** `join`: who takes up what all of them hand over. */
    | { is: 'parallel'; join?: number }
    /** The first node chooses among the others. */
    | { is: 'conditional' }
    | { is: 'loop'; rounds: number[] }
  );
