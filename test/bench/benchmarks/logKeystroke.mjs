import { compareOpened } from '../compareEditors.mjs';
import { logCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about = 'a character typed into an 11 MB log of 13,000 messages with artifacts, to its diagnostics';
export const anchor = "VS Code's JSON server, the same messages as an array";
/** The goal is 0.005; see CONTRIBUTING.md. */
export const limit = 0.1;

export const run = () => compareOpened(logCorpus(), keystroke, 15);
