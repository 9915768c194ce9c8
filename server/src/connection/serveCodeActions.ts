import type { CodeAction, CodeActionContext, Command, Range } from 'vscode-languageserver-types';
import { type ActionData, codeActions, resolveCodeAction } from '../features/fixes/codeActions';
import { editWithLineEnds } from '../features/fixes/lineEnds';
import { repairActions } from '../features/fixes/repair/repairActions';
import { suppressActions } from '../features/fixes/suppressActions';
import type { Analysis } from '../model/analysis';
import { withRunProblems } from '../runs/runRules/withRunProblems';
import { actionCommands, serveActionCommands } from './actionCommands';
import { collectFulfilled } from './collectFulfilled';
import { serveRefactorings } from './serveRefactorings';
import type { Session } from './session';
import { withFreeIds } from './withFreeIds';

/**
 * Answers code action requests: fixes of problems, refactorings of an envelope, actions for whole files. Clients that take no literal
 * code actions get commands.
 */
export function serveCodeActions(session: Session): void {
  const { connection, capabilities, withAnalysis, whenDiskLoaded, settings, documents } = session;
  const { opensDocs = false } = session.client;
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
  const refactored = serveRefactorings(session);
  serveActionCommands(session);

  async function actionsAt(analysis: Analysis, range: Range, asked: CodeActionContext): Promise<CodeAction[]> {
    const context = await settings.contextOf(analysis.file.uri);
    const judged = () => withRunProblems(analysis, context);
    const found = await collectFulfilled<CodeAction>(
      [
        () =>
          withFreeIds(analysis, context, session.index, lastNumber =>
            whenDiskLoaded(workspace =>
              codeActions(judged(), range, {
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
            suppressActions(judged(), range, { workspace, client: { opensDocs, createsFiles }, only: asked.only }),
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
      if (takesLiterals) return actions;
      return capabilities.workspace?.applyEdit ? actionCommands(actions, analysis, version) : [];
    }),
  );
  connection.onCodeActionResolve(action => {
    const data: ActionData | undefined = action.data;
    // An action that was offered with its edit is complete.
    if (!data) return action;
    return withAnalysis(data, action, async analysis => {
      const context = await settings.contextOf(analysis.file.uri);
      return whenDiskLoaded(here => {
        const resolved = resolveCodeAction(action, data, withRunProblems(analysis, context), context);
        return { ...resolved, edit: editWithLineEnds(resolved.edit, analysis.file, here) };
      });
    });
  });
}
