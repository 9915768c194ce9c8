import { compareStarted } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { opening } from '../measures.mjs';

export const about =
  'a 10 MB response of 66,500 events opened as the first document of a server, to its first problems';
export const anchor = "VS Code's JSON server";
/** The goal is 0.4. */
export const limit = 2;

export const run = () => compareStarted(responseCorpus(), opening, 7);
