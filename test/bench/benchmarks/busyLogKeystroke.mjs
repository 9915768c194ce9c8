import { keysWhileBusy } from '../busyEditor.mjs';
import { logCorpus } from '../corpora.mjs';

export const about =
  'a character typed into an 11 MB log of 13,000 messages, to its diagnostics, while 10,000 files are indexed and a store is searched';
export const anchor = 'a server that does nothing, beside the same work';

export const run = () => keysWhileBusy(logCorpus(), { keys: 200 });
