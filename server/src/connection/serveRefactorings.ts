import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { SHOW_MESSAGE_COMMAND } from '../features/refactorings/refactoringKinds';
import { refactorings } from '../features/refactorings/refactorings';
import type { Analysis } from '../model/analysis';
import { ignoreRejection } from './ignoreRejection';
import type { Session } from './session';

const INFO = 3;

/** Serves the command that reports a refactoring's result. Returns the refactorings at a position. */
export function serveRefactorings({ connection, capabilities, whenDiskLoaded, settings }: Session) {
  const { workspaceEdit } = capabilities.workspace ?? {};
  const { documentChanges = false, resourceOperations = [], changeAnnotationSupport } = workspaceEdit ?? {};
  const client = {
    creates: documentChanges && resourceOperations.includes('create'),
    renames: documentChanges && resourceOperations.includes('rename'),
    confirms: documentChanges && changeAnnotationSupport !== undefined,
  };
  connection.onExecuteCommand(({ command, arguments: [report] = [] }) => {
    if (command !== SHOW_MESSAGE_COMMAND || typeof report !== 'object' || report === null) return null;
    const { said, show, line } = report as { said?: unknown; show?: unknown; line?: unknown };
    if (typeof show === 'string' && capabilities.window?.showDocument?.support)
      ignoreRejection(
        connection.sendRequest('window/showDocument', { uri: show, takeFocus: true, ...selectionOf(line) }),
      );
    if (typeof said === 'string' && said !== '')
      ignoreRejection(connection.sendNotification('window/showMessage', { type: INFO, message: said }));
    return null;
  });
  return async (analysis: Analysis, range: Range, asked: CodeActionContext): Promise<CodeAction[]> => {
    const context = await settings.contextOf(analysis.file.uri);
    const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    return whenDiskLoaded(workspace => refactorings(analysis, range, asked, { context, workspace, client, now }));
  };
}

function selectionOf(line: unknown): { selection?: Range } {
  if (typeof line !== 'number' || !Number.isSafeInteger(line) || line < 0) return {};
  const start = { line, character: 0 };
  return { selection: { start, end: start } };
}
