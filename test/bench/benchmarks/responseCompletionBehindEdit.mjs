import { compareOpened } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { behindEdit, completion } from '../measures.mjs';

export const about = 'completion in an event of a 10 MB response of 66,500 events, right behind an edit';
export const anchor = "VS Code's JSON server";
/** The goal is 0.02. */
export const limit = 7;

export const run = () => compareOpened(responseCorpus(), behindEdit(completion), 9);
