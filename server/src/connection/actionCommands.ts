import type { CodeAction, Command, Range, WorkspaceEdit } from 'vscode-languageserver-types';
import { APPLY_EDIT_COMMAND, SHOW_MESSAGE_COMMAND } from '../features/refactorings/refactoringKinds';
import type { Analysis } from '../model/analysis';
import { isObject } from '../text/pointer';
import { fileNameOf } from '../text/uri/decodeUri';
import { ignoreRejection } from './ignoreRejection';
import type { Session } from './session';

/** The argument of the command that applies an edit. */
interface EditRequest {
  /** The document that the edit was computed for, and the client's number of its text. */
  uri: string;
  version?: number | undefined;
  label: string;
  edit: WorkspaceEdit;
  /** Reports the result. */
  command?: Command | undefined;
}

/** Code actions as commands that carry their edits, for a client that takes no literal code actions. */
export function actionCommands(
  actions: readonly CodeAction[],
  { file: { uri } }: Analysis,
  version?: number,
): Command[] {
  return actions.flatMap(({ title, edit, command }) => {
    if (!edit) return [];
    const request: EditRequest = { uri, version, label: title, edit, command };
    return [{ title, command: APPLY_EDIT_COMMAND, arguments: [request] }];
  });
}

/** Serves the commands of code actions: one applies an edit, one reports its result. */
export function serveActionCommands({ connection, capabilities, documents }: Session): void {
  const showMessage = (type: number, message: string) =>
    ignoreRejection(connection.sendNotification('window/showMessage', { type, message }));

  /** Applies an edit, unless its document has changed since it was offered. */
  async function applyEdit({ uri, version, label, edit, command }: EditRequest): Promise<void> {
    if (documents.versionOf(uri) !== version)
      return showMessage(WARNING, `${fileNameOf(uri)} has changed since "${label}" was offered. Try again.`);
    const { applied, failureReason } = await connection.workspace.applyEdit({ label, edit });
    if (applied) report(command?.arguments?.[0]);
    else if (failureReason) showMessage(WARNING, failureReason);
  }

  function report(result: unknown): void {
    if (!isObject(result)) return;
    const { said, show, line } = result;
    if (typeof show === 'string' && capabilities.window?.showDocument?.support)
      ignoreRejection(
        connection.sendRequest('window/showDocument', { uri: show, takeFocus: true, ...selectionOf(line) }),
      );
    if (typeof said === 'string' && said !== '') showMessage(INFO, said);
  }

  connection.onExecuteCommand(async ({ command, arguments: [argument] = [] }) => {
    if (command === SHOW_MESSAGE_COMMAND) report(argument);
    // Without waiting: a client may apply no edit while it waits for a command.
    if (command === APPLY_EDIT_COMMAND && isEditRequest(argument)) ignoreRejection(applyEdit(argument));
    return null;
  });
}

const WARNING = 2;
const INFO = 3;

function isEditRequest(value: unknown): value is EditRequest {
  return isObject(value) && typeof value['uri'] === 'string' && isObject(value['edit']);
}

function selectionOf(line: unknown): { selection?: Range } {
  if (typeof line !== 'number' || !Number.isSafeInteger(line) || line < 0) return {};
  const start = { line, character: 0 };
  return { selection: { start, end: start } };
}
