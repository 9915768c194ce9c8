import { compareOpened } from '../compareEditors.mjs';
import { messageCorpus } from '../corpora.mjs';
import { behindEdit, completion } from '../measures.mjs';

export const about = 'completion in one of 3,000 artifacts of a 10 MB message, right behind an edit';
export const anchor = "VS Code's JSON server";
/** The goal is 0.02. */
export const limit = 0.1;

export const run = () => compareOpened(messageCorpus(), behindEdit(completion), 15);
