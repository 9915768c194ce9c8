import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** The server's core, bundled for the benchmarks that run in one process. */
export { analyse } from '../../server/src/analysis/analyse';
export { families } from '../../server/src/families';
export { diagnostics } from '../../server/src/features/diagnostics';
export { edited, sourceFile } from '../../server/src/text/lines';

/** The peer that registries are measured against. */
export function parseWithMdast(text: string): unknown {
  return fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
}
