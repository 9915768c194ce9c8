import { CodeAction, type Command, type TextDocument, type TextEdit, workspace } from 'vscode';
import type { RefactoringKind } from '../../../server/src/shared/lspExtensions';

/**
 * A repair of a faulty JSON document: the text changes, and the version of the document that they apply to. It is plain data, since VS Code
 * passes it as the argument of a command.
 */
export interface Repair {
  uri: string;
  version: number;
  /** The changes in text order: start and end offset, and the text to put there. */
  changes: readonly (readonly [start: number, end: number, text: string])[];
}

export const REPAIR_KIND = 'quickfix.agentEnvelopes.repair' satisfies RefactoringKind;

/** Makes code actions that repair whole texts show their result before it is applied. */
export function withRepairPreviews<T extends Command | CodeAction>(actions: T[]): T[] {
  for (const action of actions) {
    if (!(action instanceof CodeAction && action.kind?.value === REPAIR_KIND)) continue;
    // A large edit comes when the action is chosen.
    const [[uri, edits] = []] = action.edit?.entries() ?? [];
    const document = workspace.textDocuments.find(one => one.uri.toString() === uri?.toString());
    if (!document || !edits) continue;
    const repair = repairOf(document, edits);
    action.command = { title: action.title, command: 'agentEnvelopes.previewRepair', arguments: [repair] };
    delete action.edit;
  }
  return actions;
}

export function repairOf(document: TextDocument, edits: readonly TextEdit[]): Repair {
  const changes = edits.map(
    ({ range, newText }) => [document.offsetAt(range.start), document.offsetAt(range.end), newText] as const,
  );
  return {
    uri: document.uri.toString(),
    version: document.version,
    changes: changes.sort(([one], [other]) => one - other),
  };
}
