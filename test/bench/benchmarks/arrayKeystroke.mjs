import { compareOpened } from '../compareEditors.mjs';
import { arrayCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about = 'a character typed into an 11 MB JSON array of 13,000 messages with artifacts, to its diagnostics';
export const anchor = "VS Code's JSON server";
export const limit = 0.025;

export const run = () => compareOpened(arrayCorpus(), keystroke, 15);
