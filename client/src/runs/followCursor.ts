import { Disposable, type LogOutputChannel, type TextEditor, Uri, window } from 'vscode';
import type { FileLocation } from '../../../server/src/shared/protocol';
import { debounce } from '../debounce';
import { LANGUAGES } from '../server/createServer';
import { targetAt } from './commands/showInRuns';
import type { RunsTree } from './runsTree';
import type { ViewState } from './viewState';

/** Selects the step at the cursor when the cursor moves, while the setting is on and the tree is visible. */
export interface FollowCursor extends Disposable {
  /** Announces a cursor move that the tree causes, so that the node chosen there stays selected. */
  expect(location: ExpectedCursor): void;
  /** Selects the step at the cursor now. */
  update(): void;
}

/** A location in a file, or anywhere in it. */
export type ExpectedCursor = Pick<FileLocation, 'uri'> & Partial<FileLocation>;

export function followCursor(tree: RunsTree, state: ViewState, log: LogOutputChannel): FollowCursor {
  let expected: ExpectedCursor | undefined;
  const update = (editor = window.activeTextEditor) => {
    if (!editor || !state.following || !tree.view.visible || !LANGUAGES.includes(editor.document.languageId)) return;
    if (expected && isAt(editor, expected)) return;
    expected = undefined;
    tree
      .show(targetAt(editor), {
        focus: false,
        isWanted: () => state.following && editor === window.activeTextEditor,
      })
      .catch(error => log.warn(`The cursor could not be followed: ${error}`));
  };
  const scheduleUpdate = debounce(200, () => update());
  const disposables = Disposable.from(
    scheduleUpdate,
    window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === window.activeTextEditor) scheduleUpdate();
    }),
    window.onDidChangeActiveTextEditor(() => scheduleUpdate()),
    tree.view.onDidChangeVisibility(() => scheduleUpdate()),
  );
  return {
    expect(location) {
      expected = location;
    },
    update: () => update(),
    dispose: () => disposables.dispose(),
  };
}

function isAt({ document, selection: { start } }: TextEditor, { uri, range }: ExpectedCursor): boolean {
  if (document.uri.toString() !== Uri.parse(uri).toString()) return false;
  return !range || (start.line === range.start.line && start.character === range.start.character);
}
