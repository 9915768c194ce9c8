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
  const { filter, hidesServices } = state.view;
  if (!(filter || hidesServices) || !(await tree.knows(target))) {
    void showInformation('There is no step of a run at the cursor.');
    return;
  }
  const change = filter ? 'Clear Filter' : 'Show Service Traces';
  const reason = filter ? `The filter "${filter}" hides this run.` : 'The view hides service traces.';
  if ((await showInformation(reason, change)) !== change) return;
  state.change(filter ? { filter: '' } : { hidesServices: false });
  await showInRuns(tree, state, target);
}

/** The position of the cursor: the start of the selection, since its end may belong to the next step. */
export function targetAt({ document, selection }: TextEditor): Extract<RunTarget, { uri: string }> {
  return { uri: document.uri.toString(), position: positionOf(selection.start) };
}

function positionOf({ line, character }: { line: number; character: number }): { line: number; character: number } {
  return { line, character };
}
