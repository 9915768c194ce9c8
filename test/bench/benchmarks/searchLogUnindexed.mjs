import { searchingLog } from '../searchLog.mjs';

export const about = 'the first search for a rare word in a log of 87 MB that is read but not indexed yet, all pages';
export const anchor = 'JSON.parse of each line of it';
export const limit = 4;

export const run = () => searchingLog('unindexed');
