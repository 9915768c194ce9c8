import { completion } from '../features/completion/completion';
import { plainItems } from '../features/completion/plainItems';
import { itemWithLineEnds, toTextEdit } from '../features/fixes/lineEnds';
import { formatting } from '../features/formatting/formatting';
import { hover, isOfNamedFeature } from '../features/hover/hover';
import { flatSymbols, isPlain, plainHover, withPlainText } from '../features/plainClient';
import { documentLinks } from '../features/structure/documentLinks';
import { documentSymbols } from '../features/structure/documentSymbols';
import { foldingRanges } from '../features/structure/foldingRanges';
import { selectionRanges } from '../features/structure/selectionRanges';
import { featureFamilies } from '../features/symbols/featureEnvelopes';
import type { Session } from './session';
import { withFreeIds } from './withFreeIds';

/** Answers requests that need only one open document and the disk around it. */
export function serveText(session: Session): void {
  const { connection, capabilities, client, settings, withAnalysis, withUncheckedAnalysis, whenDiskLoaded } = session;
  const { textDocument } = capabilities;
  const isFlat = textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport !== true;
  const takesSnippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;

  connection.onCompletion(({ textDocument: { uri }, position }) =>
    withUncheckedAnalysis({ uri, at: position }, [], async analysis => {
      const context = await settings.contextOf(analysis.file.uri);
      const found = await withFreeIds(analysis, context, session.index, lastNumber =>
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
        ? await session.index.query('featureFiles', { families: featureFamilies(context) }).catch(() => [])
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
