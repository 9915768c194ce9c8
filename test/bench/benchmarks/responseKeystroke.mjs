import { compareOpened } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about = 'a character typed into an event of a 10 MB response of 66,500 events, to its diagnostics';
export const anchor = "VS Code's JSON server";
/** The goal is 0.025. */
export const limit = 4;

export const run = () => compareOpened(responseCorpus(), keystroke, 9);
