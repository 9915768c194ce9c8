import { keysWhileBusy } from '../busyEditor.mjs';
import { smallCorpus } from '../corpora.mjs';

export const about =
  'a character typed into a message of 2 KB, to its diagnostics, while 10,000 files are indexed and a store is searched';
export const anchor = 'a server that does nothing, beside the same work';

export const run = () => keysWhileBusy(smallCorpus(), { keys: 300 });
