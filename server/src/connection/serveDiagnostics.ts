import type { Diagnostic } from 'vscode-languageserver/node';
import { resultId } from '../features/diagnostics/resultId';
import { DIAGNOSTICS_DROPPED, type DiagnosticsDropped } from '../shared/protocol';
import type { DiagnosticsReport } from '../thread/messages';
import type { Session } from './session';

/**
 * Answers pulls of diagnostics: of one document, and of the workspace. To a client that can't pull, those of closed files are
 * pushed, if it reports changes of files: else they would be outdated. Those of its open documents are pushed by the session.
 */
export function serveDiagnostics(session: Session): void {
  if (session.pullsDiagnostics) servePulls(session);
  else if (session.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true)
    pushClosedFiles(session);
}

/**
 * A pull of the workspace is not answered until there is something to report; where it streams, it gets reports for as long as it
 * wants.
 *
 * Invariant: pulls of documents that are being answered are answered first. A client ignores a report on a document that it is
 * waiting for, and would miss it if the document were closed meanwhile.
 */
function servePulls({ connection, index, diagnosticsClient, withAnalysis, diagnose }: Session): void {
  const answering = new Set<Promise<unknown>>();

  async function documentsAnswered(): Promise<void> {
    while (answering.size > 0) await Promise.allSettled(answering);
  }

  connection.languages.diagnostics.on(({ textDocument, previousResultId }) => {
    const answer = withAnalysis(textDocument, NO_REPORT, async analysis =>
      reportOf(await diagnose(analysis), previousResultId),
    );
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
    const { answer, end } = index.pullDiagnostics(pull, items => {
      reported = reported.then(documentsAnswered).then(() => partial?.report({ items }));
    });
    token.onCancellationRequested(end);
    const items = await answer;
    await reported.then(documentsAnswered);
    return { items };
  });
}

function pushClosedFiles({ connection, index, documents, diagnosticsClient }: Session): void {
  const push = (reports: DiagnosticsReport[]) => {
    for (const report of reports) {
      if (report.kind === 'unchanged' || documents.isOpen(report.uri)) continue;
      void connection.sendDiagnostics({ uri: report.uri, diagnostics: report.items });
    }
  };
  index.pullDiagnostics({ known: [], streams: true, client: diagnosticsClient }, push).answer.then(push, () => {});
}

const NO_REPORT = { kind: 'full' as const, items: [] };

function reportOf(items: Diagnostic[], previousResultId: string | undefined) {
  const id = resultId(items);
  if (id === previousResultId) return { kind: 'unchanged' as const, resultId: id };
  return { kind: 'full' as const, resultId: id, items };
}
