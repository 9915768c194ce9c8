import type { ChangeAnnotation, Command, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import { SHOW_MESSAGE_COMMAND } from './refactoringKinds';

/** What the client can do with an edit of several files. */
export interface EditingClient {
  creates: boolean;
  renames: boolean;
  /** It asks before it does what an annotation says needs to be confirmed. */
  confirms: boolean;
}

/** What becomes of one file. */
export interface FileEdit {
  uri: string;
  edits: TextEdit[];
  /** It is not there yet. */
  isNew?: boolean;
  /** It gets another name; the edits are of it under either. */
  newUri?: string;
}

/**
 * An edit of files. What gets lost by it, if anything, a client is told to ask about first.
 *
 * @param lost a sentence for each thing
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
    label: 'Something is not carried over',
    needsConfirmation: true,
    description: lost.join(' '),
  };
  return {
    documentChanges: files.flatMap(({ uri, edits, isNew, newUri }) => [
      ...(isNew ? [{ kind: 'create' as const, uri, options: { overwrite: false, ignoreIfExists: false } }] : []),
      // First: what was changed before, VS Code leaves behind.
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

/** What the command is told. */
interface Told {
  said: string;
  /** The address of a file. */
  show?: string;
  /** Where the cursor goes in it, from 0. */
  line?: number;
}

/** What is to be said and shown after an edit; none where that is nothing. */
export function messageCommand(sentences: readonly string[], show?: string, line?: number): { command?: Command } {
  if (sentences.length === 0 && show === undefined) return {};
  const told: Told = {
    said: sentences.join(' '),
    ...(show !== undefined && { show }),
    ...(line !== undefined && { line }),
  };
  return { command: { title: 'Show the result', command: SHOW_MESSAGE_COMMAND, arguments: [told] } };
}
