import type { CodeAction, CodeActionContext, Command, Range, WorkspaceEdit } from 'vscode-languageserver-types';
import { type ActionData, codeActions, resolveCodeAction } from '../features/fixes/codeActions';
import { editWithLineEnds } from '../features/fixes/editWithLineEnds';
import { repairActions } from '../features/fixes/repairActions';
import { suppressActions } from '../features/fixes/suppressActions';
import { APPLY_EDIT_COMMAND, SHOW_MESSAGE_COMMAND } from '../features/refactorings/refactoringKinds';
import { refactorings } from '../features/refactorings/refactorings';
import type { Analysis } from '../model/analysis';
import { t } from '../shared/l10n';
import { fileNameOf } from '../text/decodeUri';
import { isObject } from '../text/jsonPointer';
import { collectFulfilled, ignoreRejection } from './ignoreRejection';
import { withFreeIds } from './serveDocumentFeatures';
import type { ServerState } from './serverState';

/**
 * Answers requests for code actions: fixes of problems, refactorings of an envelope, actions for whole files. Clients without support for
 * literal code actions get commands.
 */
export function serveCodeActions(server: ServerState): void {
  const { connection, capabilities, withAnalysis, withRuns, whenDiskLoaded, settings, documents } = server;
  const { opensDocs = false } = server.client;
  const { codeAction } = capabilities.textDocument ?? {};
  const takesLiterals = codeAction?.codeActionLiteralSupport !== undefined;
  const client = {
    opensDocs,
    takesSnippets: capabilities.workspace?.workspaceEdit?.snippetEditSupport === true,
    resolves:
      takesLiterals &&
      codeAction.dataSupport === true &&
      codeAction.resolveSupport?.properties.includes('edit') === true,
    now: Date.now,
  };
  const { documentChanges, resourceOperations } = capabilities.workspace?.workspaceEdit ?? {};
  const createsFiles = documentChanges === true && resourceOperations?.includes('create') === true;
  const refactored = serveRefactorings(server);
  serveActionCommands(server);

  async function actionsAt(analysis: Analysis, range: Range, asked: CodeActionContext): Promise<CodeAction[]> {
    const context = await settings.contextOf(analysis.file.uri);
    const judged = (await withRuns(analysis)) ?? analysis;
    const found = await collectFulfilled<CodeAction>(
      [
        () =>
          withFreeIds(analysis, context, server.index, lastNumber =>
            whenDiskLoaded(workspace =>
              codeActions(judged, range, {
                context,
                client,
                asked,
                others: { workspace, createsFiles },
                lastNumber,
              }),
            ),
          ),
        async () => repairActions(analysis, range, { context, client: { opensDocs }, only: asked.only }),
        () => refactored(analysis, range, asked),
        () =>
          whenDiskLoaded(workspace =>
            suppressActions(judged, range, { workspace, client: { opensDocs, createsFiles }, only: asked.only }),
          ),
      ],
      error => connection.console.error(`Could not find all that can be done in ${analysis.file.uri}: ${error}`),
    );
    return whenDiskLoaded(here =>
      found.map(action =>
        action.edit ? { ...action, edit: editWithLineEnds(action.edit, analysis.file, here) } : action,
      ),
    );
  }

  connection.onCodeAction(({ textDocument, range, context: asked }) =>
    withAnalysis<(CodeAction | Command)[], never[]>(textDocument, [], async analysis => {
      const version = documents.versionOf(analysis.file.uri);
      const actions = await actionsAt(analysis, range, asked);
      const { only } = asked;
      const again: AskedAgain = { uri: analysis.file.uri, range, ...(only && { only }) };
      if (client.resolves) return actions.map(action => withoutLargeEdit(action, again));
      if (takesLiterals) return actions;
      return capabilities.workspace?.applyEdit ? actionCommands(actions, analysis, version) : [];
    }),
  );
  connection.onCodeActionResolve(action => {
    const data: ActionData | AskedAgain | undefined = action.data;
    // An action that was offered with its edit is complete.
    if (!data) return action;
    return withAnalysis(data, action, async analysis => {
      if ('range' in data) {
        const { range, only } = data;
        const { title, diagnostics = [] } = action;
        const found = await actionsAt(analysis, range, { diagnostics, ...(only && { only }) });
        // Without an edit or a command, the editor does nothing: the text has changed.
        return found.find(one => one.title === title && one.kind === action.kind) ?? { title };
      }
      const context = await settings.contextOf(analysis.file.uri);
      const judged = (await withRuns(analysis)) ?? analysis;
      return whenDiskLoaded(here => {
        const resolved = resolveCodeAction(action, data, judged, context);
        return { ...resolved, edit: editWithLineEnds(resolved.edit, analysis.file, here) };
      });
    });
  });
}

/** The data of an action that is found again when it is chosen: the question to which it was an answer. */
interface AskedAgain {
  uri: string;
  range: Range;
  only?: string[];
}

/** Leaves out a large edit: an editor asks for actions to show a light bulb, and would receive megabytes that nobody chose. */
function withoutLargeEdit({ edit, ...action }: CodeAction, again: AskedAgain): CodeAction {
  if (!edit) return action;
  return JSON.stringify(edit).length > LARGEST_EDIT ? { ...action, data: again } : { ...action, edit };
}

/** In characters of JSON. */
const LARGEST_EDIT = 50_000;

/** Returns the function that answers with the refactorings at a position. */
function serveRefactorings({ capabilities, whenDiskLoaded, settings }: ServerState) {
  const { workspaceEdit } = capabilities.workspace ?? {};
  const { documentChanges = false, resourceOperations = [], changeAnnotationSupport } = workspaceEdit ?? {};
  const client = {
    creates: documentChanges && resourceOperations.includes('create'),
    renames: documentChanges && resourceOperations.includes('rename'),
    confirms: documentChanges && changeAnnotationSupport !== undefined,
  };
  return async (analysis: Analysis, range: Range, asked: CodeActionContext): Promise<CodeAction[]> => {
    const context = await settings.contextOf(analysis.file.uri);
    const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z');
    return whenDiskLoaded(workspace => refactorings(analysis, range, asked, { context, workspace, client, now }));
  };
}

/** The argument of the command that applies an edit. */
interface EditRequest {
  /** The document that the edit was computed for, and the client's version number of its text. */
  uri: string;
  version?: number | undefined;
  label: string;
  edit: WorkspaceEdit;
  /** Reports the result. */
  command?: Command | undefined;
}

/** Converts code actions to commands that carry their edits, for a client without support for literal code actions. */
function actionCommands(actions: readonly CodeAction[], { file: { uri } }: Analysis, version?: number): Command[] {
  return actions.flatMap(({ title, edit, command }) => {
    if (!edit) return [];
    const request: EditRequest = { uri, version, label: title, edit, command };
    return [{ title, command: APPLY_EDIT_COMMAND, arguments: [request] }];
  });
}

/** Serves the commands of code actions: one applies an edit, one reports its result. */
function serveActionCommands({ connection, capabilities, documents }: ServerState): void {
  const showMessage = (type: number, message: string) =>
    ignoreRejection(connection.sendNotification('window/showMessage', { type, message }));

  /** Applies an edit, unless its document has changed since the edit was computed. */
  async function applyEdit({ uri, version, label, edit, command }: EditRequest): Promise<void> {
    if (documents.versionOf(uri) !== version)
      return showMessage(WARNING, t`${fileNameOf(uri)} has changed since "${label}" was offered. Try again.`);
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
