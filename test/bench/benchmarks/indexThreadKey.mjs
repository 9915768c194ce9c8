import { compareMeasures } from '../compareEditors.mjs';
import { logCorpus } from '../corpora.mjs';
import { cpuOfKey } from '../measures.mjs';

export const about = 'CPU time of the index thread for a character typed into an 11 MB log of 13,000 messages';
export const anchor = "the same of the server's main thread";
/** The goal is 2. */
export const limit = 10;

export const run = () => compareMeasures(logCorpus(), cpuOfKey('background'), cpuOfKey('main'), 5);
