import { type CodeAction, commands, type QuickPickItem, type Range, type Uri, window, workspace } from 'vscode';
import type { RefactoringKind } from '../../server/src/protocol';
import { checkWritable } from './writeFile';

interface Asked {
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
export async function convert({ kind, question, always, none }: Asked): Promise<void> {
  const editor = window.activeTextEditor;
  const actions = editor ? await actionsAt(editor.document.uri, editor.selection, kind) : [];
  if (actions.length === 0) {
    void window.showInformationMessage(none);
    return;
  }
  const only = actions.length === 1 && !always ? actions[0] : undefined;
  const action = only ?? (await window.showQuickPick(actions.map(choiceOf), { placeHolder: question }))?.action;
  if (!action?.edit) return;
  if (!(await workspace.applyEdit(action.edit, { isRefactoring: true }))) return checkWritable(action.edit);
  const { command } = action;
  if (command) await commands.executeCommand(command.command, ...(command.arguments ?? []));
}

/** What a code action of this kind would do here; of ours alone, and not of the kinds below it. */
async function actionsAt(uri: Uri, range: Range, kind: RefactoringKind): Promise<CodeAction[]> {
  const found = await commands.executeCommand<CodeAction[] | undefined>(
    'vscode.executeCodeActionProvider',
    uri,
    range,
    kind,
  );
  return (found ?? []).filter(action => action.kind?.value === kind);
}

function choiceOf(action: CodeAction): Choice {
  const [told] = action.command?.arguments ?? [];
  return { label: action.title, ...(told?.said && { detail: told.said }), action };
}
