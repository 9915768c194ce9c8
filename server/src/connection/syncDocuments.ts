import type { Session } from './session';

/** Milliseconds. */
const TYPING_PAUSE = 300;

/**
 * Keeps the open documents of the server and the index thread in sync with the editor. Declarations and settings in an
 * open document affect other documents as they are typed, after a pause; the index when they are saved.
 */
export function syncDocuments({ connection, documents, index, settings, reanalyse, forgetDocument }: Session): void {
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
    documents.change(uri, contentChanges, version);
    index.edited(uri, contentChanges, version);
    reanalyseDependents(uri);
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.close(uri);
    index.closed(uri);
    reanalyseDependents(uri);
    forgetDocument(uri);
  });
}
