import { compareOpened } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { afterEdit, hover } from '../measures.mjs';

export const about = 'hover over an event of a 10 MB response of 66,500 events, after the diagnostics of an edit';
export const anchor = "VS Code's JSON server";
/** The goal is 1. */
export const limit = 0.4;

export const run = () => compareOpened(responseCorpus(), afterEdit(hover), 9);
