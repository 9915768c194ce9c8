import { Disposable, type TextEditor, Uri, window } from 'vscode';
import { REPLAY_AT, type ReplayAt, type ReplayAtParams } from '../../../server/src/shared/protocol';
import { debounce } from '../debounce';
import { targetAt } from '../runs/commands/showInRuns';
import type { ExpectedCursor } from '../runs/followCursor';
import { LANGUAGES } from '../server/createServer';
import type { OpenReplays } from './page/openReplays';
import type { ReplayServices } from './page/replayServices';

/** Shows the step at the editor's cursor in the visible pages when the cursor moves. */
export interface FollowEditor extends Disposable {
  /** Announces a cursor move that the page causes, since the page already shows that step. */
  expect(location: ExpectedCursor): void;
}

export function followEditor({ server, log }: ReplayServices, pages: OpenReplays): FollowEditor {
  let expected: ExpectedCursor | undefined;
  let moves = 0;
  const update = async () => {
    const editor = window.activeTextEditor;
    const shown = pages.visible().filter(({ controller }) => controller.run !== undefined);
    if (!editor || shown.length === 0 || !LANGUAGES.includes(editor.document.languageId)) return;
    if (expected && isAt(editor, expected)) return;
    expected = undefined;
    const movesBefore = moves;
    const at = await server.request<ReplayAt | null>(REPLAY_AT, targetAt(editor) satisfies ReplayAtParams);
    const { run, step } = at ?? {};
    if (movesBefore !== moves || step === undefined) return;
    for (const { controller } of shown) if (controller.run === run) controller.goTo(step);
  };
  const scheduleUpdate = debounce(150, () => {
    update().catch(error => log.warn(`The cursor could not be followed by a replay: ${error}`));
  });
  // Ignores a change of the active tab, which must not change the step that the user chose in the page.
  const listener = window.onDidChangeTextEditorSelection(({ textEditor }) => {
    if (textEditor !== window.activeTextEditor) return;
    moves++;
    scheduleUpdate();
  });
  const disposables = Disposable.from(scheduleUpdate, listener);
  return {
    expect(location) {
      expected = location;
    },
    dispose: () => disposables.dispose(),
  };
}

function isAt({ document, selection: { start } }: TextEditor, { uri, range }: ExpectedCursor): boolean {
  if (document.uri.toString() !== Uri.parse(uri).toString()) return false;
  return !range || (start.line === range.start.line && start.character === range.start.character);
}
