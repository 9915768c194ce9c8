import { compareStarted } from '../compareEditors.mjs';
import { arrayCorpus } from '../corpora.mjs';
import { openingWhole } from '../measures.mjs';

const corpus = arrayCorpus();

export const about =
  'an 11 MB JSON array of 13,000 messages with artifacts opened as the first document of a server, until all its problems are listed';
export const anchor = "VS Code's JSON server";
export const limit = 3.2;

export const run = () => compareStarted(corpus, openingWhole(corpus), 7);
