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
import type { Place } from '../../../server/src/shared/protocol';

/**
 * Opens a file as text with the cursor at the start of a location, and highlights the location until the cursor moves.
 * Selects nothing, so that typing replaces nothing.
 */
export async function openLocation(
  uri: Uri,
  range: Place['range'] | undefined,
  options: Pick<TextDocumentShowOptions, 'viewColumn' | 'preview' | 'preserveFocus'>,
): Promise<void> {
  // Other schemes could launch external programs.
  if (uri.scheme !== 'file' && uri.scheme !== 'untitled') return;
  const { start, end } = range ?? {};
  const selection = start && new Range(start.line, start.character, start.line, start.character);
  // Uses a command: extensions get editors only for documents up to 50 MB, and never for images. A location is in a
  // text, whichever editor the user associates with the file.
  if (!start || !end) return void (await commands.executeCommand('vscode.open', uri, options));
  await commands.executeCommand('vscode.openWith', uri, 'default', { ...options, selection });
  const editor = await waitForEditor(uri);
  if (editor) highlightRange(editor, new Range(start.line, start.character, end.line, end.character));
}

// Extensions see an editor shortly after it was opened, and never see one for a file that is too large.
async function waitForEditor(uri: Uri): Promise<TextEditor | undefined> {
  const find = () => window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  const known = find();
  if (known) return known;
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      listener.dispose();
      resolve(find());
    };
    const timer = setTimeout(done, PATIENCE);
    const listener = window.onDidChangeVisibleTextEditors(() => {
      if (find()) done();
    });
  });
}

const PATIENCE = 1000;

// One location is highlighted at a time.
let marked: Disposable | undefined;

function highlightRange(editor: TextEditor, range: Range): void {
  marked?.dispose();
  marked = undefined;
  // The whole file is not highlighted.
  if (range.start.line === 0 && range.end.line > 0 && range.end.line >= editor.document.lineCount - 2) return;
  const look = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.wordHighlightBackground'),
    outlineColor: new ThemeColor('editor.wordHighlightBorder'),
    outlineStyle: 'solid',
    outlineWidth: '1px',
  });
  editor.setDecorations(look, [range]);
  const moves = window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
    const byUser = kind === TextEditorSelectionChangeKind.Keyboard || kind === TextEditorSelectionChangeKind.Mouse;
    if (textEditor === editor && byUser) marked?.dispose();
  });
  marked = Disposable.from(look, moves);
}
