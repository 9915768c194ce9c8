import { Disposable, type TextEditor, Uri, window } from 'vscode';
import { REPLAY_AT, type ReplayAt, type ReplayAtParams } from '../../../server/src/shared/protocol';
import { debounce } from '../debounce';
import { targetAt } from '../runs/commands/showInRuns';
import type { ExpectedCursor } from '../runs/followCursor';
import { LANGUAGES } from '../server/createServer';
import type { OpenReplays } from './page/openReplays';
import type { ReplayServices } from './page/replayServices';

/** Shows the step at the editor's cursor in the visible pages, as the cursor moves. */
export interface FollowEditor extends Disposable {
  /** Announces a cursor move that the page caused: the page shows that step already. */
  expect(place: ExpectedCursor): void;
}

export function followEditor({ server, log }: ReplayServices, pages: OpenReplays): FollowEditor {
  let expected: ExpectedCursor | undefined;
  let moved = 0;
  const look = async () => {
    const editor = window.activeTextEditor;
    const shown = pages.visible().filter(({ controller }) => controller.run !== undefined);
    if (!editor || shown.length === 0 || !LANGUAGES.includes(editor.document.languageId)) return;
    if (expected && isAt(editor, expected)) return;
    expected = undefined;
    const own = moved;
    const at = await server.request<ReplayAt | null>(REPLAY_AT, targetAt(editor) satisfies ReplayAtParams);
    const { run, step } = at ?? {};
    if (own !== moved || step === undefined) return;
    for (const { controller } of shown) if (controller.run === run) controller.goTo(step);
  };
  const soon = debounce(150, () => {
    look().catch(error => log.warn(`The cursor could not be followed by a replay: ${error}`));
  });
  // Showing a tab is not a cursor move: it must not change the step chosen in the page.
  const listening = window.onDidChangeTextEditorSelection(({ textEditor }) => {
    if (textEditor !== window.activeTextEditor) return;
    moved++;
    soon();
  });
  const parts = Disposable.from(soon, listening);
  return {
    expect(place) {
      expected = place;
    },
    dispose: () => parts.dispose(),
  };
}

function isAt({ document, selection: { start } }: TextEditor, { uri, range }: ExpectedCursor): boolean {
  if (document.uri.toString() !== Uri.parse(uri).toString()) return false;
  return !range || (start.line === range.start.line && start.character === range.start.character);
}
