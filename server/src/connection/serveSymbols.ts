import { featureFolder } from '../features/featureFiles';
import { prepareCallHierarchy } from '../features/symbols/callHierarchy';
import { catalogueAgentDefinition, definitionUnderCursor } from '../features/symbols/catalogueDefinition';
import { featureEnvelopes, featureFamilies } from '../features/symbols/featureEnvelopes';
import { featureScope } from '../features/symbols/featureScope';
import { nameAt } from '../features/symbols/findNames';
import { highlights, symbolsAt } from '../features/symbols/idOccurrences';
import { type SymbolQuery, type SymbolQueryParams, symbolQueries } from '../features/symbols/rename';
import { isIdKind } from '../features/symbols/symbolKinds';
import type { Analysis } from '../model/analysis';
import type { PatternedKind } from '../model/registry';
import type { Position } from '../model/text';
import { runInSlices } from '../project/openDocuments';
import { t } from '../shared/l10n';
import { inlineCode } from '../text/escapeMarkdown';
import { PROJECT_FILE } from '../text/fileLanguage';
import type { ServerState } from './serverState';

/** Answers LSP requests about symbols: definition, references and rename of the name under the cursor, and the search for workspace symbols. */
export function serveSymbols({
  connection,
  capabilities,
  withAnalysis,
  whenDiskLoaded,
  index,
  refusal,
  settings,
}: ServerState): void {
  const { workspaceEdit, symbol } = capabilities.workspace ?? {};
  const annotates = workspaceEdit?.changeAnnotationSupport !== undefined && workspaceEdit.documentChanges === true;
  const resolves = symbol?.resolveSupport !== undefined;

  const symbolsUnder = (analysis: Analysis, position: Position) =>
    whenDiskLoaded(workspace => symbolsAt(analysis, position, workspace));

  // This thread looks up ids in the files of their feature; the index looks up names, once it is complete.
  const querySymbol = <Q extends SymbolQuery>(query: Q, params: SymbolQueryParams[Q], analysis: Analysis) => {
    const { kind } = params.symbol.name;
    return isIdKind(kind) ? queryId(query, kind, params, analysis) : index.query(query, params, 'complete');
  };

  // Envelopes of a feature may lie anywhere in the workspace; ids of checks mean the same everywhere.
  async function queryId<Q extends SymbolQuery>(
    query: Q,
    kind: PatternedKind,
    params: SymbolQueryParams[Q],
    analysis: Analysis,
  ) {
    const { uri } = analysis.file;
    const isInFeature = await whenDiskLoaded(workspace => featureFolder(uri, workspace));
    const isLocal = kind === 'check' || (query === 'definition' && isInFeature);
    const context = await settings.contextOf(uri);
    const uris = isLocal ? [] : await index.query('featureFiles', { families: featureFamilies(context) }, 'complete');
    return whenDiskLoaded(workspace => {
      const { line } = params.symbol.range.start;
      const elsewhere = isLocal ? undefined : featureEnvelopes(analysis, line, { uris, context, workspace });
      return symbolQueries[query](params, featureScope(analysis, kind, workspace, elsewhere));
    });
  }

  connection.onDefinition(({ textDocument, position }) =>
    withAnalysis(textDocument, [], async analysis => {
      const symbols = await symbolsUnder(analysis, position);
      const isId = symbols.some(({ name }) => isIdKind(name.kind));
      const linked = isId
        ? []
        : await whenDiskLoaded(workspace => definitionUnderCursor(analysis, position, workspace));
      if (linked.length > 0) return linked;
      for (const symbol of symbols) {
        const found = await querySymbol('definition', { symbol }, analysis);
        if (found.length > 0) return found;
      }
      const listed = catalogueAgentDefinition(analysis, position);
      return listed ? [listed] : [];
    }),
  );
  connection.onReferences(({ textDocument, position, context: { includeDeclaration } }) =>
    withAnalysis(textDocument, [], async analysis => {
      const [symbol] = await symbolsUnder(analysis, position);
      return symbol ? querySymbol('references', { symbol, includeDeclaration }, analysis) : [];
    }),
  );
  connection.onDocumentHighlight(({ textDocument, position }) =>
    withAnalysis(textDocument, [], async analysis => {
      const [symbol] = await symbolsUnder(analysis, position);
      return symbol ? runInSlices(highlights(analysis, symbol.name)) : [];
    }),
  );
  connection.onPrepareRename(({ textDocument, position }) =>
    withAnalysis(textDocument, null, async analysis => {
      const [symbol] = await symbolsUnder(analysis, position);
      return symbol ? { range: symbol.range, placeholder: symbol.name.text } : null;
    }),
  );
  connection.onRenameRequest(({ textDocument, position, newName }) =>
    withAnalysis(textDocument, null, async analysis => {
      const [symbol] = await symbolsUnder(analysis, position);
      if (!symbol) throw refusal(t`There is no id or name at the cursor.`);
      const { kind, text } = symbol.name;
      // Settings may be the user's, a profile's or the workspace's: only the editor knows which file declares the agent.
      if (kind === 'agent' && (await settings.settingsFor(textDocument.uri)).agents.includes(text))
        throw refusal(
          t`${inlineCode(text)} is declared in the setting agentEnvelopes.agents, which a rename can't change. Move it to "agents" in ${PROJECT_FILE}, then rename it.`,
        );
      const answer = await querySymbol('rename', { symbol, to: newName, annotates }, analysis);
      // The editor shows the refusal in its own way.
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
  connection.languages.callHierarchy.onIncomingCalls(({ item }) => index.query('incoming', { item }, 'complete'));
  connection.languages.callHierarchy.onOutgoingCalls(({ item }) => index.query('outgoing', { item }, 'complete'));
}
