import { compareStarted } from '../compareEditors.mjs';
import { logCorpus } from '../corpora.mjs';
import { opening } from '../measures.mjs';

export const about =
  'an 11 MB log of 13,000 messages with artifacts opened as the first document of a server, to its first problems';
export const anchor = "VS Code's JSON server, the same messages as an array";
/** The goal is 1.2. */
export const limit = 3.2;

export const run = () => compareStarted(logCorpus(), opening, 7);
