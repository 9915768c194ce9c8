import {
  commands,
  type Disposable,
  languages,
  type TextDocument,
  type TextDocumentChangeEvent,
  window,
  workspace,
} from 'vscode';
import { LANGUAGES, type Server } from '../createServer';
import { showInformation } from '../messages/notify';

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

/**
 * Opens the list of completions when the user begins a word on its own line in a JSON fence of Markdown: it may be the prefix of a
 * snippet, and VS Code suggests nothing while typing in Markdown.
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

/** Provides the documents of the scheme `agent-envelopes:` for read-only editors, mainly the documentation of rules. */
export function registerVirtualDocuments(server: Server): Disposable {
  return workspace.registerTextDocumentContentProvider('agent-envelopes', {
    async provideTextDocumentContent(uri) {
      const params = { uri: uri.toString() };
      const text = await server.request('agentEnvelopes/document', params);
      return text ?? `There is no document ${uri.path}.`;
    },
  });
}

/**
 * Saves a settings file that is changed while no editor shows it, as by fixes that declare a name there, and offers to show it. The
 * command line reads only the file on disk.
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
