import { type TextEditor, window } from 'vscode';
import { showInformation } from '../../messages/notify';
import type { RunsTree, RunTarget } from '../runsTree';
import type { ViewState } from '../viewState';

/** Shows a step in the tree of runs: the one from a code lens, else the one at the cursor. */
export async function showInRuns(tree: RunsTree, state: ViewState, lensTarget?: RunTarget): Promise<void> {
  const editor = window.activeTextEditor;
  const target = lensTarget ?? (editor && targetAt(editor));
  if (!target) return;
  if (await tree.show(target, { focus: true })) return;
  if (!state.view.filter || !(await tree.knows(target))) {
    void showInformation('There is no step of a run at the cursor.');
    return;
  }
  const clear = 'Clear Filter';
  const answer = await showInformation(`The filter "${state.view.filter}" hides this run.`, clear);
  if (answer !== clear) return;
  state.change({ filter: '' });
  await tree.show(target, { focus: true });
}

/** The position of the cursor: the start of the selection, since its end may belong to the next step. */
export function targetAt({ document, selection }: TextEditor): Extract<RunTarget, { uri: string }> {
  return { uri: document.uri.toString(), position: positionOf(selection.start) };
}

function positionOf({ line, character }: { line: number; character: number }): { line: number; character: number } {
  return { line, character };
}
