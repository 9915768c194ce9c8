import { compareOpened } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about =
  'a character typed into a response of 1 MB, 6,650 events, to its diagnostics with those of its run';
export const anchor = "VS Code's JSON server";
export const limit = 0.5;

export const run = () => compareOpened(responseCorpus(6650), keystroke, 25);
