import {
  commands,
  type Disposable,
  l10n,
  languages,
  type TextDocument,
  type TextDocumentChangeEvent,
  window,
  workspace,
} from 'vscode';
import { LANGUAGES, type Server } from '../createServer';
import { showInformation } from '../messages/notify';
import { isFileUri } from './fileSchemes';

/**
 * Opens the completion list of this extension's schema ids as soon as the user has completed the property `$schema`. The completion may be one of
 * this extension or of VS Code's JSON support.
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
 * Opens the list of completions in a JSON block of Markdown when the user begins a string, or a word on its own line, which may be the
 * prefix of a snippet. VS Code suggests nothing there while typing.
 */
export function suggestInFences(): Disposable {
  return workspace.onDidChangeTextDocument(({ document, contentChanges, reason }: TextDocumentChangeEvent) => {
    const [change, ...more] = contentChanges;
    if (document.languageId !== 'markdown' || reason !== undefined || !change || more.length > 0) return;
    if (!/^[a-z]$/i.test(change.text) || window.activeTextEditor?.document !== document) return;
    const { line, character } = change.range.start;
    const { text } = document.lineAt(line);
    const isBegun = isFence(document, line - 1) && /^[\s>]*[a-z]$/i.test(text);
    const isString = text[character - 1] === '"' && isFenced(document, line);
    if (isBegun || isString) void commands.executeCommand('editor.action.triggerSuggest');
  });
}

/** Returns whether the nearest fence above a line begins a block of JSON. */
function isFenced(document: TextDocument, line: number): boolean {
  for (let above = line - 1; above >= Math.max(0, line - MOST_LINES); above--)
    if (/^[\s>]*(?:`{3,}|~{3,})/.test(document.lineAt(above).text)) return isFence(document, above);
  return false;
}

function isFence(document: TextDocument, line: number): boolean {
  return line >= 0 && /^[\s>]*(?:`{3,}|~{3,})\s*json/i.test(document.lineAt(line).text);
}

/** The maximum number of lines above that are searched. */
const MOST_LINES = 1000;

/** Provides the documents of the scheme `agent-envelopes:` for read-only editors, mainly the documentation of rules. */
export function registerVirtualDocuments(server: Server): Disposable {
  return workspace.registerTextDocumentContentProvider('agent-envelopes', {
    async provideTextDocumentContent(uri) {
      const text = await server.request('agentEnvelopes/document', { uri: uri.toString() });
      return text ?? l10n.t('There is no document {0}.', uri.path);
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
    const show = l10n.t('Show');
    const text = l10n.t('{0} is changed and saved.', workspace.asRelativePath(document.uri));
    if ((await showInformation(text, show)) === show) await window.showTextDocument(document);
  });
}

function isSettingsFile({ uri }: TextDocument): boolean {
  return isFileUri(uri) && uri.path.endsWith('/.agent-envelopes.json');
}

function isShown(document: TextDocument): boolean {
  return window.visibleTextEditors.some(editor => editor.document === document);
}
