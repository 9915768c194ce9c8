import { compareStarted } from '../compareEditors.mjs';
import { arrayCorpus } from '../corpora.mjs';
import { opening } from '../measures.mjs';

export const about =
  'an 11 MB JSON array of 13,000 messages with artifacts opened as the first document of a server, to its first problems';
export const anchor = "VS Code's JSON server";
/** The goal is 1.2. */
export const limit = 3.2;

export const run = () => compareStarted(arrayCorpus(), opening, 7);
