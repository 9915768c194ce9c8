import type { ShownStatus } from '../../../model/run';

/** What asks for somebody first. */
export const STATUS_ORDER: readonly string[] = [
  'failed',
  'blocked',
  'running',
  'unfinished',
  'cancelled',
  'unknown',
  'succeeded',
] satisfies ShownStatus[];
