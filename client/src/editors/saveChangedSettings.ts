import { type Disposable, type TextDocument, window, workspace } from 'vscode';
import { showInformation } from '../messages/notify';

/**
 * Saves a settings file that is changed while no editor shows it, as fixes do that declare a name there, and offers to show it: the
 * command line reads what is on disk.
 */
export function saveChangedSettings(): Disposable {
  return workspace.onDidChangeTextDocument(async ({ document, contentChanges }) => {
    if (contentChanges.length === 0 || !document.isDirty || !isSettingsFile(document) || isShown(document)) return;
    if (!(await document.save())) return;
    const show = 'Show';
    const text = `${workspace.asRelativePath(document.uri)} is changed and saved.`;
    if ((await showInformation(text, show)) === show) await window.showTextDocument(document);
  });
}

function isSettingsFile({ uri }: TextDocument): boolean {
  return uri.scheme === 'file' && uri.path.endsWith('/.agent-envelopes.json');
}

function isShown(document: TextDocument): boolean {
  return window.visibleTextEditors.some(editor => editor.document === document);
}
