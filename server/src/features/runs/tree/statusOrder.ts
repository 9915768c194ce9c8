import type { ShownStatus } from '../../../model/run';

/** Statuses, those that need attention first. */
export const STATUS_ORDER: readonly string[] = [
  'failed',
  'blocked',
  'running',
  'unfinished',
  'cancelled',
  'unknown',
  'succeeded',
] satisfies ShownStatus[];
