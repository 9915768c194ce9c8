import { compareCorpora } from '../compareEditors.mjs';
import { logCorpus, smallCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about = 'a character typed into an 11 MB log of 13,000 messages with artifacts, to its diagnostics';
export const anchor = 'the same in a message of 2 KB';
/** The goal is 2.5. */
export const limit = 20;

export const run = () => compareCorpora(logCorpus(), smallCorpus(), keystroke, 60);
