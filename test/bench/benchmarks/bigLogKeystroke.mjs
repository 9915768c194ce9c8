import { compareCorpora } from '../compareEditors.mjs';
import { bigLogCorpus, smallCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about = 'a character typed into an 87 MB log of 100,000 messages, to its diagnostics';
export const anchor = 'the same in a message of 2 KB';
/** The goal is 2.5. */
export const limit = 40;

export const run = () => compareCorpora(bigLogCorpus(), smallCorpus(), keystroke, 9);
