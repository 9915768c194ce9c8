import { compareStarted } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { waitElsewhere } from '../measures.mjs';

const corpus = responseCorpus();

export const about =
  'the longest wait for a hover in another document, while a 10 MB response of 66,500 events is opened';
export const anchor = "VS Code's JSON server";
/** The goal is 1. */
export const limit = 2;

export const run = () => compareStarted(corpus, waitElsewhere(corpus), 7);
