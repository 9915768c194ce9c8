import { completion } from '../features/completion/completion';
import { plainItems } from '../features/completion/plainItems';
import { toTextEdit } from '../features/fixes/toTextEdit';
import { formatting } from '../features/formatting/formatting';
import { hover } from '../features/hover/hover';
import { documentLinks } from '../features/structure/documentLinks';
import { documentSymbols } from '../features/structure/documentSymbols';
import { foldingRanges } from '../features/structure/foldingRanges';
import { selectionRanges } from '../features/structure/selectionRanges';
import type { Session } from './session';

/** Answers requests that need only one open document and the disk around it. */
export function serveText(session: Session): void {
  const { connection, capabilities, client, settings, withAnalysis, withUncheckedAnalysis, whenDiskLoaded } = session;
  const takesSnippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;

  connection.onCompletion(({ textDocument: { uri }, position }) =>
    withUncheckedAnalysis({ uri, at: position }, [], async analysis => {
      const context = await settings.contextOf(analysis.file.uri);
      const found = await whenDiskLoaded(workspace => completion(analysis, position, { context, workspace, client }));
      const items = client.reopensCompletion ? found : found.map(({ command, ...item }) => item);
      return takesSnippets ? items : plainItems(items);
    }),
  );
  connection.onHover(({ textDocument, position }) =>
    withUncheckedAnalysis({ ...textDocument, at: position }, null, async analysis => {
      const context = await settings.contextOf(analysis.file.uri);
      return whenDiskLoaded(workspace => hover(analysis, position, context, workspace) ?? null);
    }),
  );
  connection.onDocumentLinks(({ textDocument }) =>
    withAnalysis(textDocument, [], analysis => whenDiskLoaded(workspace => documentLinks(analysis, workspace))),
  );
  connection.onDocumentSymbol(({ textDocument }) =>
    withAnalysis(textDocument, [], analysis => documentSymbols(analysis, client)),
  );
  connection.onFoldingRanges(({ textDocument }) => withAnalysis(textDocument, [], foldingRanges));
  connection.onSelectionRanges(({ textDocument, positions }) =>
    withUncheckedAnalysis(textDocument, [], analysis => selectionRanges(analysis, positions)),
  );
  connection.onDocumentFormatting(({ textDocument, options }) =>
    withAnalysis(textDocument, [], analysis => formatting(analysis, options).map(toTextEdit)),
  );
  connection.onDocumentRangeFormatting(({ textDocument, options, range }) =>
    withAnalysis(textDocument, [], analysis => formatting(analysis, options, range).map(toTextEdit)),
  );
}
