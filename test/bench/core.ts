import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Context } from '../../server/src/analysis/analyse';
import { families } from '../../server/src/families';
import type { StoredIndex } from '../../server/src/runs/index/storedIndex';
import { type Indexer, workspaceIndexer } from '../../server/src/runs/indexer/workspaceIndexer';
import type { Reader } from '../../server/src/runs/reading/fileReadQueue';
import { nodeFileAccess } from '../../server/src/workspace/nodeFileAccess';

/** The server's core, bundled for the benchmarks that run in one process. */
export { analyse } from '../../server/src/analysis/analyse';
export { families } from '../../server/src/families';
export { diagnostics } from '../../server/src/features/diagnostics';
export { DEFAULT_SETTINGS } from '../../server/src/project/readSettings';
export { deserializeIndex, serializeIndex } from '../../server/src/runs/index/storedIndex';
export { applyChange, textFile } from '../../server/src/text/lines';
export { readerThread } from '../../server/src/thread/fileReaderThread';
export { loadStore, saveStore } from '../../server/src/workspace/indexStore';

/** The index of a folder, an absolute path, before any work was done. */
export function indexOf(folder: string, before?: StoredIndex, reader?: Reader): Indexer {
  const context: Context = { families, facts: { agents: [], intents: [] }, association: () => undefined };
  const index = workspaceIndexer({
    access: nodeFileAccess(() => ({ useIgnoreFiles: true })),
    folders: () => [`file://${folder}`],
    contextOf: () => context,
    warn: ({ uri, fault }) => {
      throw new Error(`${uri}: ${fault}`);
    },
    before,
    reader,
  });
  index.scan();
  return index;
}

/** The peer that registries are measured against. */
export function parseWithMdast(text: string): unknown {
  return fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
}
