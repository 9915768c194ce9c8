import { compareStarted } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { openingWhole } from '../measures.mjs';

const corpus = responseCorpus();

export const about =
  'a 10 MB response of 66,500 events opened as the first document of a server, until all its problems are listed';
export const anchor = "VS Code's JSON server";
export const limit = 2;

export const run = () => compareStarted(corpus, openingWhole(corpus), 7);
