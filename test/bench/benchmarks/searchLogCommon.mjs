import { searchingLog } from '../searchLog.mjs';

export const about = 'the first 50 matches of a word that is in every message of an indexed log of 87 MB';
export const anchor = 'JSON.parse of each line of it';
export const limit = 0.2;

export const run = () => searchingLog('common');
