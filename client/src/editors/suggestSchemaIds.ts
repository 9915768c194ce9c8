import { commands, type Disposable, languages, type TextDocumentChangeEvent, window, workspace } from 'vscode';
import { LANGUAGES } from '../server/createServer';

/**
 * Opens the list of our schemas when the user accepts the key `$schema` from a completion list, including that of VS
 * Code's JSON service.
 */
export function suggestSchemaIds(): Disposable {
  return workspace.onDidChangeTextDocument(({ document, contentChanges, reason }: TextDocumentChangeEvent) => {
    const [change, ...more] = contentChanges;
    // Ignores undo and redo.
    if (reason !== undefined || !change || more.length > 0 || !ACCEPTED.test(change.text)) return;
    if (window.activeTextEditor?.document !== document) return;
    if (languages.match(LANGUAGES, document) > 0) void commands.executeCommand('editor.action.triggerSuggest');
  });
}

const ACCEPTED = /^"\$schema": ?("")?$/;
