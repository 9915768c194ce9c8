import { compareOpened } from '../compareEditors.mjs';
import { logCorpus } from '../corpora.mjs';
import { afterEdit, outline } from '../measures.mjs';

export const about = 'outline and folds of an 11 MB log of 13,000 messages, after an edit';
export const anchor = "VS Code's JSON server";
/** The goal is 1. */
export const limit = 1;

export const run = () => compareOpened(logCorpus(), afterEdit(outline), 7);
