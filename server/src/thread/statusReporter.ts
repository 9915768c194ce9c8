import type { Indexer } from '../runs/indexer/indexer';
import type { FromWorker } from './messages';

/**
 * Tells the server how far the index is.
 *
 * Invariants: the same status is never sent twice in a row; the end of a scan is reported without delay; other updates are at least
 * `INTERVAL` apart, and further where it takes long to determine the status.
 */
export function statusReporter(indexer: () => Indexer, said: () => number, send: (message: FromWorker) => void) {
  let last = { at: 0, took: 0, text: '', scanning: false };

  function report(): void {
    const now = performance.now();
    const { index, state } = indexer();
    const { scanning, files } = state();
    const message: FromWorker = {
      type: 'state',
      revision: index.revision(),
      runs: index.size(),
      files,
      scanning,
      live: index.changedAt() > Date.now() - MINUTE,
      said: said(),
    };
    const text = JSON.stringify(message);
    if (text !== last.text) send(message);
    last = { at: now, took: performance.now() - now, text, scanning };
  }

  return {
    /** Something is shown otherwise although the index is the same: the next report is sent in any case. */
    changed(): void {
      last.text = '';
    },
    /** Reports at once. */
    report,
    /** Reports if that is due. */
    update(): void {
      const hasScanEnded = last.scanning && !indexer().state().scanning;
      if (hasScanEnded || performance.now() - last.at >= Math.max(INTERVAL, SHARE * last.took)) report();
    },
  };
}

/** Milliseconds. */
const INTERVAL = 250;
/** The status takes one part of so many of the time. */
const SHARE = 20;
const MINUTE = 60_000;
