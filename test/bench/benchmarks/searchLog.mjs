import { searchingLog } from '../searchLog.mjs';

export const about = 'a search for a rare word in an indexed log of 87 MB and 100,000 messages, all pages';
export const anchor = 'JSON.parse of each line of it';
export const limit = 0.1;

export const run = () => searchingLog('rare');
