import { compareOpened } from '../compareEditors.mjs';
import { messageCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about = 'a character typed into one of 3,000 artifacts of a 10 MB message, to its diagnostics';
export const anchor = "VS Code's JSON server";
/** The goal is 0.1. */
export const limit = 12;

export const run = () => compareOpened(messageCorpus(), keystroke, 15);
