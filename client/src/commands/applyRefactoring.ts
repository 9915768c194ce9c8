import { type CodeAction, commands, type QuickPickItem, type TextEditor, window, workspace } from 'vscode';
import type { RefactoringKind } from '../../../server/src/shared/protocol';
import { checkWritable } from '../files/writeFile';
import { pickOne, showInformation } from '../messages/notify';
import type { Server } from '../server/createServer';

interface ApplyRefactoringOptions {
  kind: RefactoringKind;
  /** What is asked where there is a choice. */
  question: string;
  /** Also asked where there is only one. */
  always?: true;
  /** What is said where there is none. */
  none: string;
}

interface Choice extends QuickPickItem {
  action: CodeAction;
}

/** Asks what is to become of the envelope at the cursor, and carries it out. */
export async function applyRefactoring(
  server: Server,
  { kind, question, always, none }: ApplyRefactoringOptions,
): Promise<void> {
  const editor = window.activeTextEditor;
  const actions = editor ? await actionsAt(server, editor, kind) : [];
  if (actions.length === 0) {
    void showInformation(none);
    return;
  }
  const only = actions.length === 1 && !always ? actions[0] : undefined;
  const action = only ?? (await pickOne(actions.map(choiceOf), { placeHolder: question }))?.action;
  if (!action?.edit) return;
  if (!(await workspace.applyEdit(action.edit, { isRefactoring: true }))) return checkWritable(action.edit);
  const { command } = action;
  if (command) await commands.executeCommand(command.command, ...(command.arguments ?? []));
}

/** Of this kind, and not of the kinds below it. */
async function actionsAt(server: Server, { document, selection }: TextEditor, kind: RefactoringKind) {
  const found = await server.codeActions(document.uri, selection, kind);
  return found.filter(action => action.kind?.value === kind);
}

function choiceOf(action: CodeAction): Choice {
  const [told] = action.command?.arguments ?? [];
  return { label: action.title, ...(told?.said && { detail: told.said }), action };
}
