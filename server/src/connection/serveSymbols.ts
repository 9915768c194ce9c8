import { prepareCallHierarchy } from '../features/symbols/callHierarchy';
import { catalogueAgentDefinition } from '../features/symbols/catalogueDefinition';
import { definition } from '../features/symbols/definition';
import { highlights } from '../features/symbols/highlights';
import { nameHighlights } from '../features/symbols/nameHighlights';
import { prepareNameRename } from '../features/symbols/nameRename';
import { nameAt } from '../features/symbols/namesIn';
import { references } from '../features/symbols/references';
import { prepareRename, rename } from '../features/symbols/rename';
import type { Session } from './session';

/**
 * What an editor asks of the thing under the cursor. An id of a registry is answered from the files around; any other name
 * from the index of runs, when all has been read.
 */
export function serveSymbols({
  connection,
  capabilities,
  withAnalysis,
  whenDiskLoaded,
  index,
  refusal,
}: Session): void {
  const { workspaceEdit, symbol } = capabilities.workspace ?? {};
  const annotates = workspaceEdit?.changeAnnotationSupport !== undefined && workspaceEdit.documentChanges === true;
  const resolves = symbol?.resolveSupport !== undefined;

  connection.onDefinition(({ textDocument, position }) =>
    withAnalysis(textDocument, [], async analysis => {
      const found = await whenDiskLoaded(workspace => definition(analysis, position, workspace));
      const name = found.length > 0 ? undefined : nameAt(analysis, position);
      if (!name) return found;
      const named = await index.query('definition', { name }, 'whenComplete');
      const listed = named.length > 0 ? undefined : catalogueAgentDefinition(analysis, position);
      return listed ? [listed] : named;
    }),
  );
  connection.onReferences(({ textDocument, position, context }) =>
    withAnalysis(textDocument, [], async analysis => {
      const found = await whenDiskLoaded(workspace => references(analysis, position, context, workspace));
      const name = found.length > 0 ? undefined : nameAt(analysis, position);
      const declarations = context.includeDeclaration;
      return name ? index.query('references', { name, declarations }, 'whenComplete') : found;
    }),
  );
  connection.onDocumentHighlight(({ textDocument, position }) =>
    withAnalysis(textDocument, [], async analysis => {
      const found = await whenDiskLoaded(workspace => highlights(analysis, position, workspace));
      return found.length > 0 ? found : nameHighlights(analysis, position);
    }),
  );
  connection.onPrepareRename(({ textDocument, position }) =>
    withAnalysis(textDocument, null, async analysis => {
      const found = await whenDiskLoaded(workspace => prepareRename(analysis, position, workspace));
      return found ?? prepareNameRename(analysis, position) ?? null;
    }),
  );
  connection.onRenameRequest(({ textDocument, position, newName }) =>
    withAnalysis(textDocument, null, async analysis => {
      const isId = await whenDiskLoaded(workspace => prepareRename(analysis, position, workspace));
      const name = isId ? undefined : nameAt(analysis, position);
      const answer = name
        ? await index.query('rename', { name, to: newName, annotates }, 'whenComplete')
        : await whenDiskLoaded(workspace => rename(analysis, position, newName, workspace));
      // What can't be renamed is said to the user, in the editor's own way.
      if ('refused' in answer) throw refusal(String(answer.refused));
      return answer;
    }),
  );
  connection.onWorkspaceSymbol(({ query }) => index.query('symbols', { query, resolves }));
  connection.onWorkspaceSymbolResolve(symbol => index.query('symbol', { symbol }));
  connection.languages.callHierarchy.onPrepare(({ textDocument, position }) =>
    withAnalysis(textDocument, null, analysis => {
      const name = nameAt(analysis, position);
      return name ? prepareCallHierarchy(name) : null;
    }),
  );
  connection.languages.callHierarchy.onIncomingCalls(({ item }) => index.query('incoming', { item }, 'whenComplete'));
  connection.languages.callHierarchy.onOutgoingCalls(({ item }) => index.query('outgoing', { item }, 'whenComplete'));
}
