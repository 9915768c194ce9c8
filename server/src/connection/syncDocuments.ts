import type { Session } from './session';

/** Milliseconds. */
const TYPING_PAUSE = 300;

/**
 * Keeps the open documents, of the server and of the index thread, as the editor has them. What a document declares or sets for
 * others counts for open documents as it is typed, after a pause; for the index when it is saved.
 */
export function syncDocuments({ connection, documents, index, settings, reanalyse, clearDiagnostics }: Session): void {
  let pause: NodeJS.Timeout | undefined;
  const reanalyseDependents = (uri: string) => {
    if (!settings.isDependency(uri)) return;
    clearTimeout(pause);
    pause = setTimeout(reanalyse, TYPING_PAUSE);
  };
  connection.onDidOpenTextDocument(({ textDocument }) => {
    const { uri, lang } = documents.open(textDocument);
    index.opened(uri, lang, textDocument.text, textDocument.version);
    reanalyseDependents(uri);
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    documents.change(uri, contentChanges);
    index.edited(uri, contentChanges, version);
    reanalyseDependents(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.close(uri);
    index.closed(uri);
    reanalyseDependents(uri);
    clearDiagnostics(uri);
  });
}
