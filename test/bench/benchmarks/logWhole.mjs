import { compareStarted } from '../compareEditors.mjs';
import { logCorpus } from '../corpora.mjs';
import { openingWhole } from '../measures.mjs';

const corpus = logCorpus();

export const about =
  'an 11 MB log of 13,000 messages with artifacts opened as the first document of a server, until all its problems are listed';
export const anchor = "VS Code's JSON server, the same messages as an array";
export const limit = 3.2;

export const run = () => compareStarted(corpus, openingWhole(corpus), 7);
