import { compareStarted } from '../compareEditors.mjs';
import { otlpCorpus } from '../corpora.mjs';
import { opening } from '../measures.mjs';

export const about =
  'a 20 MB OTLP request of 26,000 spans opened as the first document of a server, to its diagnostics';
export const anchor = "VS Code's JSON server";
export const limit = 6;

export const run = () => compareStarted(otlpCorpus(), opening, 5);
