import {
  commands,
  Disposable,
  Range,
  type TextDocumentShowOptions,
  type TextEditor,
  TextEditorSelectionChangeKind,
  ThemeColor,
  type Uri,
  window,
} from 'vscode';
import type { FileLocation } from '../../../server/src/shared/lspExtensions';
import { isFileUri } from './fileSchemes';

/**
 * Opens a file as text with the cursor at the start of a range, and highlights the range until the user moves the cursor. Selects nothing, so
 * that typing replaces nothing. Does nothing for a URI that is no file's.
 */
export async function openLocation(
  uri: Uri,
  range: FileLocation['range'] | undefined,
  options: Pick<TextDocumentShowOptions, 'viewColumn' | 'preview' | 'preserveFocus'>,
): Promise<void> {
  // Other schemes could launch external programs.
  if (!isFileUri(uri) && uri.scheme !== 'untitled') return;
  const { start, end } = range ?? {};
  const selection = start && new Range(start.line, start.character, start.line, start.character);
  // Uses a command, since extensions get editors only for documents up to 50 MB, and never for images. A range is in a
  // text, so it needs the text editor, whichever editor the user associates with the file.
  if (!start || !end) return void (await commands.executeCommand('vscode.open', uri, options));
  await commands.executeCommand('vscode.openWith', uri, 'default', { ...options, selection });
  const editor = await waitForEditor(uri);
  if (editor) highlightRange(editor, new Range(start.line, start.character, end.line, end.character));
}

// Extensions get an editor shortly after it was opened, and never get one for a file that is too large.
async function waitForEditor(uri: Uri): Promise<TextEditor | undefined> {
  const findEditor = () => window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const existing = findEditor();
  if (existing) return existing;
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      listener.dispose();
      resolve(findEditor());
    };
    const timer = setTimeout(done, TIMEOUT);
    const listener = window.onDidChangeVisibleTextEditors(() => {
      if (findEditor()) done();
    });
  });
}

const TIMEOUT = 1000;

// Only one range is highlighted at a time.
let highlight: Disposable | undefined;

function highlightRange(editor: TextEditor, range: Range): void {
  highlight?.dispose();
  highlight = undefined;
  // Never highlights a whole file.
  if (range.start.line === 0 && range.end.line > 0 && range.end.line >= editor.document.lineCount - 2) return;
  const decoration = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.wordHighlightBackground'),
    outlineColor: new ThemeColor('editor.wordHighlightBorder'),
    outlineStyle: 'solid',
    outlineWidth: '1px',
  });
  editor.setDecorations(decoration, [range]);
  const listener = window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
    const byUser = kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse;
    if (textEditor === editor && byUser) highlight?.dispose();
  });
  highlight = Disposable.from(decoration, listener);
}
