import { openingReplay } from '../replayLog.mjs';

export const about =
  'the same of a log that was never read: from the start of the server’s work to all that the page is told';
export const anchor = 'JSON.parse of each line of its log of 87 MB';
export const limit = 2;

export const run = () => openingReplay('unknown');
