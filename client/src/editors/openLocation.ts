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
 * Opens a file as text with the cursor at the start of a place, and marks the place until the cursor is moved: nothing is
 * selected that the next key would replace.
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
  // By a command, since an editor's document comes to an extension only up to 50 MB, and images never do.
  // A place is one in a text, whatever else the user opens such files with.
  if (!start || !end) return void (await commands.executeCommand('vscode.open', uri, options));
  await commands.executeCommand('vscode.openWith', uri, 'default', { ...options, selection });
  const editor = await editorOf(uri);
  if (editor) mark(editor, new Range(start.line, start.character, end.line, end.character));
}

// Extensions learn of an editor a little after it was opened, and of one that is too large never.
async function editorOf(uri: Uri): Promise<TextEditor | undefined> {
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

// One place is marked at a time.
let marked: Disposable | undefined;

function mark(editor: TextEditor, range: Range): void {
  marked?.dispose();
  marked = undefined;
  // All of a file needs no mark.
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
