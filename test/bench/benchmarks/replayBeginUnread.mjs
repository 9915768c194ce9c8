import { openingReplay } from '../replayLog.mjs';

export const about =
  'the same of a log that was never read, as far as it is read when the page opens: to all that the page is told of its first steps';
export const anchor = 'JSON.parse of each line of its log of 87 MB';
export const limit = 2.5;

export const run = () => openingReplay('begun');
