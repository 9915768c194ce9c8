import { compareOpened } from '../compareEditors.mjs';
import { smallCorpus } from '../corpora.mjs';
import { behindEdit, completion } from '../measures.mjs';

export const about = 'completion in a message of 2 KB, right behind an edit';
export const anchor = "VS Code's JSON server";
/** The goal is 1. */
export const limit = 3.2;

export const run = () => compareOpened(smallCorpus(), behindEdit(completion), 100);
