import { commands, type Disposable, type TextDocumentChangeEvent, window, workspace } from 'vscode';

/**
 * Opens the list of completions when a word is begun on a line of its own in a JSON fence of Markdown, where VS Code suggests nothing while
 * one types: there the prefix of a snippet stands.
 */
export function suggestInFences(): Disposable {
  return workspace.onDidChangeTextDocument(({ document, contentChanges, reason }: TextDocumentChangeEvent) => {
    const [change, ...more] = contentChanges;
    if (document.languageId !== 'markdown' || reason !== undefined || !change || more.length > 0) return;
    if (!/^[a-z]$/i.test(change.text) || window.activeTextEditor?.document !== document) return;
    const { line } = change.range.start;
    const isBegun = /^[\s>]*[a-z]$/i.test(document.lineAt(line).text);
    const isFenced = line > 0 && /^[\s>]*(?:`{3,}|~{3,})\s*json/i.test(document.lineAt(line - 1).text);
    if (isBegun && isFenced) void commands.executeCommand('editor.action.triggerSuggest');
  });
}
