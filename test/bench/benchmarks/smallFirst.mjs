import { compareStarted } from '../compareEditors.mjs';
import { smallCorpus } from '../corpora.mjs';
import { opening } from '../measures.mjs';

export const about = 'a message of 2 KB opened as the first document of a server, to its diagnostics';
export const anchor = "VS Code's JSON server";
/** The goal is 1.5. */
export const limit = 4;

export const run = () => compareStarted(smallCorpus(), opening, 25);
