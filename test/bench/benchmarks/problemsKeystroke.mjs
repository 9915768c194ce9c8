import { compareOpened } from '../compareEditors.mjs';
import { logCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about = 'a character typed into the log of `logKeystroke` with 6,000 faults, to its diagnostics';
export const anchor = "VS Code's JSON server, the same messages as an array";
/** The goal is 0.05. */
export const limit = 0.3;

export const run = () => compareOpened(logCorpus({ faults: 6000 }), keystroke, 15);
