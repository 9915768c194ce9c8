import { Disposable, type LogOutputChannel, l10n, type TextEditor, Uri, window } from 'vscode';
import type { FileLocation } from '../../../server/src/shared/lspExtensions';
import { LANGUAGES } from '../createServer';
import { debounce, throttle } from '../debounce';
import { showInformation } from '../messages/notify';
import type { ShownStep } from '../replay/replayServices';
import type { RunsTree, RunTarget } from './runsTree';
import type { RunsViewOptions } from './runsViewOptions';
import type { StateTree } from './stateTree';

/**
 * Selects a step in the tree of workflow runs when the cursor in an editor moves to that step's envelope, while the setting is on and the tree is
 * visible.
 */
export interface FollowCursor extends Disposable {
  /** Announces a cursor move that the tree itself causes, so that the selected node stays selected. */
  expect(location: ExpectedCursor): void;
  /** Selects the step at the cursor now. */
  update(): void;
}

/** A location in a file that the cursor is about to reach; without a range, any location in the file. */
export type ExpectedCursor = Pick<FileLocation, 'uri'> & Partial<FileLocation>;

export function followCursor(tree: RunsTree, state: RunsViewOptions, log: LogOutputChannel): FollowCursor {
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

/** Returns whether the cursor of an editor is at an expected location. */
export function isAt({ document, selection: { start } }: TextEditor, { uri, range }: ExpectedCursor): boolean {
  if (document.uri.toString() !== Uri.parse(uri).toString()) return false;
  return !range || (start.line === range.start.line && start.character === range.start.character);
}

/** Shows a step in the tree of runs: from a code lens, or at the cursor. */
export async function showInRuns(tree: RunsTree, state: RunsViewOptions, lensTarget?: RunTarget): Promise<void> {
  const editor = window.activeTextEditor;
  const target = lensTarget ?? (editor && targetAt(editor));
  if (!target) return;
  if (await tree.show(target, { focus: true })) return;
  const { filter, hidesServices } = state.view;
  if (!(filter || hidesServices) || !(await tree.knows(target))) {
    void showInformation(l10n.t('There is no step of a run at the cursor.'));
    return;
  }
  const change = filter ? l10n.t('Clear Filter') : l10n.t('Show Service Traces');
  const reason = filter ? l10n.t('The filter "{0}" hides this run.', filter) : l10n.t('The view hides service traces.');
  if ((await showInformation(reason, change)) !== change) return;
  state.change(filter ? { filter: '' } : { hidesServices: false });
  await showInRuns(tree, state, target);
}

/** Returns the position of the cursor: the start of the selection, since its end may belong to the next step. */
export function targetAt({ document, selection }: TextEditor): Extract<RunTarget, { uri: string }> {
  return { uri: document.uri.toString(), position: positionOf(selection.start) };
}

function positionOf({ line, character }: { line: number; character: number }): { line: number; character: number } {
  return { line, character };
}

/** Shows the run of an open replay in both trees; shows its step only while the tree of runs is visible. */
interface FollowReplay extends Disposable {
  follow(shown: ShownStep): void;
}

export function followReplay(tree: RunsTree, state: StateTree, log: LogOutputChannel): FollowReplay {
  let shown: ShownStep | undefined;
  let followed: ShownStep | undefined;
  const update = async () => {
    if (!shown?.isOpen() || shown === followed) return;
    const { run, step, isOpen } = shown;
    const isOtherRun = run !== followed?.run || !followed.isOpen();
    followed = shown;
    if (isOtherRun) {
      const label = await tree.labelOf(run);
      if (!isOpen()) return;
      if (label !== undefined) state.chooseRun({ run, label });
    }
    if (tree.view.visible)
      await tree.show({ run, ...(step !== undefined && { step }) }, { focus: false, isWanted: isOpen });
    else followed = { run, step: undefined, isOpen };
  };
  // Playback takes many steps per second.
  const scheduleUpdate = throttle(200, 50, () => {
    update().catch(error => log.warn(`The replay could not be followed: ${error}`));
  });
  const visibility = tree.view.onDidChangeVisibility(() => scheduleUpdate());
  const disposables = Disposable.from(scheduleUpdate, visibility);
  return {
    follow(next) {
      if (shown?.isOpen() && next.run === shown.run && next.step === shown.step) return;
      shown = next;
      scheduleUpdate();
    },
    dispose: () => disposables.dispose(),
  };
}
