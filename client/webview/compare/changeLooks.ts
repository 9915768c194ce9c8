import type { AlignedRow, DifferenceRow } from '../../../server/src/shared/protocol';
import type { IconName } from '../ui/Icon';

/** How an aligned row looks. `sign` is read by eye, `text` aloud. */
export const changeLooks: Record<AlignedRow['is'], { sign: string; icon: IconName; text: string }> = {
  same: { sign: '=', icon: 'pass', text: 'the same' },
  changed: { sign: '~', icon: 'edit', text: 'different' },
  added: { sign: '+', icon: 'add', text: 'only in the other run' },
  missing: { sign: '−', icon: 'remove', text: 'only in this run' },
};

/** How a difference between two envelopes looks. */
export const differenceLooks: Record<DifferenceRow['change'], { sign: string; text: string }> = {
  added: { sign: '+', text: 'added' },
  removed: { sign: '−', text: 'removed' },
  changed: { sign: '~', text: 'changed' },
  moved: { sign: '↕', text: 'moved' },
};

/** `3 added`. */
export function countText(is: AlignedRow['is'], count: number): string {
  return `${count} ${is}`;
}
