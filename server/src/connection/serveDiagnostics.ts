import type { Diagnostic } from 'vscode-languageserver';
import { rememberedResultId } from '../features/diagnostics';
import { DIAGNOSTICS_DROPPED, type DiagnosticsDropped } from '../shared/lspExtensions';
import type { DiagnosticsReport } from '../thread/indexMessages';
import type { ServerState } from './serverState';

/**
 * Answers requests for the diagnostics of documents and of the workspace. A client without support for these requests gets diagnostics pushed. It
 * gets those of closed files only if it reports changes of files, without which they would become outdated.
 */
export function serveDiagnostics(server: ServerState): void {
  if (server.pullsDiagnostics) servePulls(server);
  else if (server.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) pushClosedFiles(server);
}

/**
 * Answers workspace requests as soon as there is something to report; a streaming request gets reports until it is cancelled.
 * Invariant: pending document requests are answered first. A client ignores a report on a document whose own request is pending, and would
 * miss it if the document were closed meanwhile.
 */
function servePulls({ connection, index, documents, diagnosticsClient, withAnalysis, ...server }: ServerState): void {
  const answering = new Set<Promise<unknown>>();
  const resultId = rememberedResultId();

  async function documentsAnswered(): Promise<void> {
    while (answering.size > 0) await Promise.allSettled(answering);
  }

  /** Fills in the diagnostics of open files, which the index leaves to the server. */
  function withOpenFiles(reports: DiagnosticsReport[]): Promise<ShownReport[]> {
    server.noteShown(reports);
    return Promise.all(
      reports.map(async report => {
        if (report.kind !== 'open') return report;
        const items = await withAnalysis(report, [], server.diagnose);
        const version = documents.versionOf(report.uri) ?? null;
        return { ...report, kind: 'full' as const, version, items };
      }),
    );
  }

  connection.languages.diagnostics.on(({ textDocument, previousResultId }) => {
    const answer = server
      .diagnoseEarly(textDocument.uri)
      .then(items => reportOf(items, resultId(items), previousResultId));
    answering.add(answer);
    const done = () => answering.delete(answer);
    answer.then(done, done);
    return answer;
  });
  connection.onNotification(DIAGNOSTICS_DROPPED, ({ uri }: DiagnosticsDropped) => index.diagnosticsDropped(uri));
  connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token, _, partial) => {
    // A token that was cancelled already calls no listener.
    if (token.isCancellationRequested) return { items: [] };
    const pull = { known: previousResultIds, streams: partial !== undefined, client: diagnosticsClient };
    let reported: Promise<unknown> = Promise.resolve();
    const { answer, end } = index.pullDiagnostics(pull, reports => {
      const items = withOpenFiles(reports);
      reported = reported.then(documentsAnswered).then(async () => partial?.report({ items: await items }));
    });
    token.onCancellationRequested(end);
    const items = await withOpenFiles(await answer);
    await reported.then(documentsAnswered);
    return { items };
  });
}

function pushClosedFiles({ connection, index, documents, diagnosticsClient, noteShown }: ServerState): void {
  const push = (reports: DiagnosticsReport[]) => {
    noteShown(reports);
    for (const report of reports) {
      if (report.kind !== 'full' || documents.isOpen(report.uri)) continue;
      void connection.sendDiagnostics({ uri: report.uri, diagnostics: report.items });
    }
  };
  index.pullDiagnostics({ known: [], streams: true, client: diagnosticsClient }, push).answer.then(push, () => {});
}

type ShownReport = Exclude<DiagnosticsReport, { kind: 'open' }>;

function reportOf(items: Diagnostic[], id: string, previousResultId: string | undefined) {
  if (id === previousResultId) return { kind: 'unchanged' as const, resultId: id };
  return { kind: 'full' as const, resultId: id, items };
}
