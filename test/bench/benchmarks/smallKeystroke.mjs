import { compareOpened } from '../compareEditors.mjs';
import { smallCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about = 'a character typed into a message of 2 KB, to its diagnostics';
export const anchor = "VS Code's JSON server";
/** The goal is 1. */
export const limit = 3.2;

export const run = () => compareOpened(smallCorpus(), keystroke, 100);
