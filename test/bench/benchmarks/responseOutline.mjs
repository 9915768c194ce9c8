import { compareOpened } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { afterEdit, outline } from '../measures.mjs';

export const about = 'outline and folds of a 10 MB response of 66,500 events, after an edit';
export const anchor = "VS Code's JSON server";
/** The goal is 1. */
export const limit = 1;

export const run = () => compareOpened(responseCorpus(), afterEdit(outline), 7);
