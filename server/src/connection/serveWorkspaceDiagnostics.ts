import type { ClientCapabilities, Connection } from 'vscode-languageserver/node';
import type { DiagnosticsClient } from '../features/diagnostics/diagnostics';
import type { IndexThread } from '../thread/indexThread';
import type { DiagnosticsReport } from '../thread/messages';

interface ServeWorkspaceDiagnosticsOptions {
  connection: Connection;
  index: IndexThread;
  capabilities: ClientCapabilities;
  shown: DiagnosticsClient;
  isOpen(uri: string): boolean;
}

/**
 * Tells of the problems of files that nobody looks at. A client that pulls is not answered until there is something to
 * say; one that takes partial results is told all through them, for as long as it wants. To one that can't pull they are sent.
 */
export function serveWorkspaceDiagnostics({
  connection,
  index,
  capabilities,
  shown,
  isOpen,
}: ServeWorkspaceDiagnosticsOptions) {
  const answering = new Set<Promise<unknown>>();
  const pulls = capabilities.textDocument?.diagnostic !== undefined;

  if (pulls) {
    connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token, _, partial) => {
      // A token that was cancelled before it is looked at tells nobody.
      if (token.isCancellationRequested) return { items: [] };
      const wanted = { known: previousResultIds, streams: partial !== undefined, client: shown };
      let told: Promise<unknown> = Promise.resolve();
      const { answer, end } = index.pullDiagnostics(wanted, items => {
        told = told.then(settled).then(() => partial?.report({ items }));
      });
      token.onCancellationRequested(end);
      const items = await answer;
      await told.then(settled);
      return { items };
    });
  } else if (tellsOfChanges(capabilities)) {
    const send = (reports: DiagnosticsReport[]) => {
      for (const report of reports) {
        if (report.kind === 'unchanged' || isOpen(report.uri)) continue;
        void connection.sendDiagnostics({ uri: report.uri, diagnostics: report.items });
      }
    };
    index.pullDiagnostics({ known: [], streams: true, client: shown }, send).answer.then(send, () => {});
  }

  async function settled(): Promise<void> {
    while (answering.size > 0) await Promise.allSettled(answering);
  }

  return {
    /**
     * What is said of one document is said before what there is to say of all: a client passes over the latter while it
     * waits for the former, and goes without both when the document is closed meanwhile.
     */
    after<T>(answer: Promise<T>): Promise<T> {
      answering.add(answer);
      const done = () => answering.delete(answer);
      answer.then(done, done);
      return answer;
    },
  };
}

/** Whether a client says when a file on disk is another: what it was told of closed files would else be outdated. */
function tellsOfChanges({ workspace }: ClientCapabilities): boolean {
  return workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
}
