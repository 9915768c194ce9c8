import type { ChangeAnnotation, Command, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { SHOW_MESSAGE_COMMAND } from './refactoringKinds';

/** Capabilities of a client concerning edits of several files. */
export interface EditingClient {
  creates: boolean;
  renames: boolean;
  /** It asks for confirmation where an annotation requires it. */
  confirms: boolean;
}

/** The changes of one file. */
export interface FileEdit {
  uri: string;
  edits: TextEdit[];
  /** The file does not exist yet. */
  isNew?: boolean;
  /** The file is renamed; the edits apply under either name. */
  newUri?: string;
}

/**
 * Creates a workspace edit. If it loses content, the client is asked to confirm it.
 *
 * @param lost a sentence for each loss
 */
export function workspaceEdit(
  files: readonly FileEdit[],
  client: EditingClient,
  lost: readonly string[] = [],
): WorkspaceEdit {
  const isPlain = lost.length === 0 && files.every(({ isNew, newUri }) => !isNew && newUri === undefined);
  if (isPlain || !(client.creates || client.renames || client.confirms)) {
    return { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, edits])) };
  }
  const asks = lost.length > 0 && client.confirms;
  const annotation: ChangeAnnotation = {
    label: 'Something is not kept',
    needsConfirmation: true,
    description: lost.join(' '),
  };
  return {
    documentChanges: files.flatMap(({ uri, edits, isNew, newUri }) => [
      ...(isNew ? [{ kind: 'create' as const, uri, options: { overwrite: false, ignoreIfExists: false } }] : []),
      // Renames come first: VS Code drops changes made before one.
      ...(newUri === undefined
        ? []
        : [{ kind: 'rename' as const, oldUri: uri, newUri, options: { overwrite: false, ignoreIfExists: false } }]),
      {
        textDocument: { uri: newUri ?? uri, version: null },
        edits: edits.map(edit => (asks ? { ...edit, annotationId: LOST } : edit)),
      },
    ]),
    ...(asks && { changeAnnotations: { [LOST]: annotation } }),
  };
}

const LOST = 'lost';

/** The arguments of the command. */
interface ResultReport {
  said: string;
  /** The URI of a file. */
  show?: string;
  /** The line for the cursor, from 0. */
  line?: number;
}

/** The command that reports and shows the result of an edit; none where there is nothing to report. */
export function messageCommand(sentences: readonly string[], show?: string, line?: number): { command?: Command } {
  if (sentences.length === 0 && show === undefined) return {};
  const report: ResultReport = {
    said: sentences.join(' '),
    ...(show !== undefined && { show }),
    ...(line !== undefined && { line }),
  };
  return { command: { title: 'Show the result', command: SHOW_MESSAGE_COMMAND, arguments: [report] } };
}
