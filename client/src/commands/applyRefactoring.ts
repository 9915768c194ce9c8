import { type CodeAction, commands, type QuickPickItem, type TextEditor, window, workspace } from 'vscode';
import type { RefactoringKind } from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { checkWritable } from '../editors/writeFile';
import { changedText } from '../messages/failureText';
import { pickOne, showInformation } from '../messages/notify';
import { previewRepair } from './previewRepair';
import { REPAIR_KIND, repairOf } from './withRepairPreviews';

/** Which kind of refactoring a command applies to an envelope, and the texts that the command shows. */
interface ApplyRefactoringOptions {
  kind: RefactoringKind;
  /** The prompt if there are several choices. */
  question: string;
  /** Prompts even for a single choice. */
  always?: true;
  /** The message if there is no choice. */
  none: string;
}

interface Choice extends QuickPickItem {
  action: CodeAction;
}

/** Asks which refactoring to apply to the envelope at the cursor, and applies it. */
export async function applyRefactoring(
  server: Server,
  { kind, question, always, none }: ApplyRefactoringOptions,
): Promise<void> {
  const editor = window.activeTextEditor;
  const text = editor?.document.getText();
  const actions = editor ? await actionsAt(server, editor, kind) : [];
  if (actions.length === 0) {
    void showInformation(none);
    return;
  }
  const only = actions.length === 1 && !always ? actions[0] : undefined;
  const action = only ?? (await pickOne(actions.map(createChoice), { placeHolder: question }))?.action;
  if (!(editor && action?.edit)) return;
  const { document } = editor;
  const { version } = document;
  // VS Code applies an edit to whatever the text is by then.
  if (document.getText() !== text) throw changedError(editor);
  if (kind === REPAIR_KIND) return previewRepair(repairOf(document, action.edit.get(document.uri)));
  if (!(await workspace.applyEdit(action.edit, { isRefactoring: true }))) {
    await checkWritable(action.edit);
    // The text may have changed while VS Code applied the edit. False may also mean that the user declined.
    if (document.version !== version) throw changedError(editor);
    return;
  }
  const { command } = action;
  if (command) await commands.executeCommand(command.command, ...(command.arguments ?? []));
}

function changedError({ document }: TextEditor): Error {
  return new Error(changedText(workspace.asRelativePath(document.uri)));
}

/** Returns the code actions of exactly this kind, without its sub-kinds. */
async function actionsAt(server: Server, { document, selection }: TextEditor, kind: RefactoringKind) {
  const found = await server.codeActions(document.uri, selection, kind);
  return found.filter(action => action.kind?.value === kind);
}

function createChoice(action: CodeAction): Choice {
  const [report] = action.command?.arguments ?? [];
  return { label: action.title, ...(report?.said && { detail: report.said }), action };
}
