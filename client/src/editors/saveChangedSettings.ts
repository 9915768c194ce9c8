import { type Disposable, type TextDocument, window, workspace } from 'vscode';

/**
 * Saves and shows a settings file that is changed while no editor shows it, as fixes do that declare a name there: the command line
 * reads what is on disk, and nobody should have to find an unsaved file.
 */
export function saveChangedSettings(): Disposable {
  return workspace.onDidChangeTextDocument(async ({ document, contentChanges }) => {
    if (contentChanges.length === 0 || !document.isDirty || !isSettingsFile(document) || isShown(document)) return;
    if (await document.save()) await window.showTextDocument(document, { preserveFocus: true, preview: true });
  });
}

function isSettingsFile({ uri }: TextDocument): boolean {
  return uri.scheme === 'file' && uri.path.endsWith('/.agent-envelopes.json');
}

function isShown(document: TextDocument): boolean {
  return window.visibleTextEditors.some(editor => editor.document === document);
}
