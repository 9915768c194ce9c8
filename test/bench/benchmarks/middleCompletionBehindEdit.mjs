import { compareOpened } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { behindEdit, completion } from '../measures.mjs';

export const about = 'completion in a 100 KB response of 660 events, right behind a character typed';
export const anchor = "VS Code's JSON server";
export const limit = 4;

export const run = () => compareOpened(responseCorpus(660), behindEdit(completion), 25);
