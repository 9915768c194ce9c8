import { compareOpened } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about = 'a character typed into an event of a 100 KB response of 660 events, to its diagnostics';
export const anchor = "VS Code's JSON server";
export const limit = 4;

export const run = () => compareOpened(responseCorpus(660), keystroke, 25);
