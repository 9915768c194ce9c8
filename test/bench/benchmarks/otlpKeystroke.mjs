import { compareOpened } from '../compareEditors.mjs';
import { otlpCorpus } from '../corpora.mjs';
import { keystroke } from '../measures.mjs';

export const about = 'a character typed into a span of a 20 MB OTLP request of 26,000 spans, to its diagnostics';
export const anchor = "VS Code's JSON server";
export const limit = 1;

export const run = () => compareOpened(otlpCorpus(), keystroke, 7);
