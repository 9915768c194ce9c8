import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { refactorings } from '../features/refactorings/refactorings';
import type { Analysis } from '../model/analysis';
import type { Session } from './session';

/** Returns what answers with the refactorings at a position. */
export function serveRefactorings({ capabilities, whenDiskLoaded, settings }: Session) {
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
