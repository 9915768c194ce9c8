import { compareStarted } from '../compareEditors.mjs';
import { responseCorpus } from '../corpora.mjs';
import { peakMemory } from '../measures.mjs';

export const about = 'the most memory that the server takes with a 10 MB response open, after a key';
export const anchor = "VS Code's JSON server";
/** The goal is 0.5. */
export const limit = 2.4;
export const unit = 'MB';

export const run = () => compareStarted(responseCorpus(), peakMemory, 3);
