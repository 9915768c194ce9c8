import type { Context } from '../analysis/analyse';
import { completion } from '../features/completion/completion';
import {
  flatSymbols,
  isPlain,
  plainHover,
  plainItems,
  withPlainText,
} from '../features/completion/completionInsertion';
import { documentLinks } from '../features/documentLinks';
import { documentSymbols } from '../features/documentSymbols';
import { itemWithLineEnds, toTextEdit } from '../features/fixes/editWithLineEnds';
import { foldingRanges, selectionRanges } from '../features/foldingRanges';
import { formatting } from '../features/formatting';
import { hover, isOfNamedFeature } from '../features/hover';
import { featureFamilies } from '../features/symbols/featureEnvelopes';
import type { Analysis } from '../model/analysis';
import type { LastNumber } from '../text/similarNames';
import type { IndexThread } from '../thread/indexThread';
import type { ServerState } from './serverState';

/** Answers LSP requests that need only one open document, such as hover, completion and folding, and not the index of the workspace. */
export function serveDocumentFeatures(server: ServerState): void {
  const { connection, capabilities, client, settings, withAnalysis, withUncheckedAnalysis, whenDiskLoaded } = server;
  const { textDocument } = capabilities;
  const isFlat = textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport !== true;
  const takesSnippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;

  connection.onCompletion(({ textDocument: { uri }, position }) =>
    withUncheckedAnalysis({ uri, at: position }, [], async analysis => {
      const context = await settings.contextOf(analysis.file.uri);
      const found = await withFreeIds(analysis, context, server.index, lastNumber =>
        whenDiskLoaded(workspace => completion(analysis, position, { context, workspace, client, lastNumber })),
      );
      const { eol } = analysis.file;
      const items = found
        .map(({ command, ...item }) => (client.reopensCompletion && command ? { ...item, command } : item))
        .map(item => itemWithLineEnds(item, eol));
      const shown = takesSnippets ? items : plainItems(items);
      return isPlain(textDocument?.completion?.completionItem?.documentationFormat) ? shown.map(withPlainText) : shown;
    }),
  );
  connection.onHover(({ textDocument: { uri }, position }) =>
    withUncheckedAnalysis({ uri, at: position }, null, async analysis => {
      const context = await settings.contextOf(analysis.file.uri);
      const isElsewhere = await whenDiskLoaded(here => isOfNamedFeature(analysis, position, here));
      const uris = isElsewhere
        ? await server.index.query('featureFiles', { families: featureFamilies(context) }).catch(() => [])
        : undefined;
      const found = await whenDiskLoaded(here => hover(analysis, position, context, here, uris) ?? null);
      return found && isPlain(textDocument?.hover?.contentFormat) ? plainHover(found) : found;
    }),
  );
  connection.onDocumentLinks(({ textDocument }) =>
    withAnalysis(textDocument, [], analysis => whenDiskLoaded(workspace => documentLinks(analysis, workspace))),
  );
  connection.onDocumentSymbol(({ textDocument: document }) =>
    withAnalysis(document, [], analysis => {
      const symbols = documentSymbols(analysis, client);
      return isFlat ? flatSymbols(symbols, analysis.file.uri) : symbols;
    }),
  );
  connection.onFoldingRanges(({ textDocument }) => withAnalysis(textDocument, [], foldingRanges));
  connection.onSelectionRanges(({ textDocument, positions }) =>
    withUncheckedAnalysis(textDocument, [], analysis => selectionRanges(analysis, positions)),
  );
  connection.onDocumentFormatting(({ textDocument, options }) =>
    withAnalysis(textDocument, [], analysis =>
      formatting(analysis, options).map(change => toTextEdit(change, analysis.file)),
    ),
  );
  connection.onDocumentRangeFormatting(({ textDocument, options, range }) =>
    withAnalysis(textDocument, [], analysis =>
      formatting(analysis, options, range).map(change => toTextEdit(change, analysis.file)),
    ),
  );
}

/**
 * Computes an answer with new ids that are free in other files, too. First computes which ids the answer needs, asks the index for the last
 * used number of each, then computes the answer again. An example in a Markdown document is numbered on its own.
 */
export async function withFreeIds<T>(
  { file }: Analysis,
  { families }: Context,
  index: Pick<IndexThread, 'query'>,
  ask: (lastNumber: LastNumber) => Promise<T>,
): Promise<T> {
  if (file.lang === 'markdown') return ask(() => 0);
  const written = families.filter(({ kinds }) => kinds.some(({ readOnly }) => !readOnly)).map(({ id }) => id);
  const known = new Map<string, number>();
  for (let round = 0; ; round++) {
    const unknown = new Set<string>();
    const answer = await ask(stem => {
      const last = known.get(stem);
      if (last === undefined) unknown.add(stem);
      return last ?? 0;
    });
    // Ids near an edited place may change meanwhile, but not for ever.
    if (unknown.size === 0 || round === MOST_ROUNDS) return answer;
    for (const stem of unknown) {
      // Without an index, only the files nearby count.
      const last = await index.query('lastNumber', { stem, families: written, except: file.uri }).catch(() => 0);
      known.set(stem, last);
    }
  }
}

const MOST_ROUNDS = 3;
