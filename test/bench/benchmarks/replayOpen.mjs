import { openingReplay } from '../replayLog.mjs';

export const about =
  'the replay of a run of 100,000 steps that stands in the tree: all that a page is told when it opens';
export const anchor = 'JSON.parse of each line of its log of 87 MB';
export const limit = 2;

export const run = () => openingReplay('known');
