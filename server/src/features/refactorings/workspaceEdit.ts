import type { ChangeAnnotation, Command, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Context } from '../../analysis/analyse';
import { joinPath } from '../../analysis/ruleFileAccess';
import type { Workspace } from '../../model/disk';
import type { Kind } from '../../model/kind';
import { t } from '../../shared/l10n';
import { fileNameOf } from '../../text/decodeUri';
import { atPointer } from '../../text/jsonPointer';
import { textFile } from '../../text/lines';
import { SHOW_MESSAGE_COMMAND } from './refactoringKinds';

/** What the LSP client supports in edits of several files, such as creating a file. */
export interface EditingClient {
  creates: boolean;
  renames: boolean;
  /** The client asks the user for confirmation if an annotation requires it. */
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
 * Creates an LSP workspace edit from changes of files. If the edit loses content, the client asks the user to confirm it, provided that the
 * client can.
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
    label: t`Something is not kept`,
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

/** The arguments of `SHOW_MESSAGE_COMMAND`. */
interface ResultReport {
  said: string;
  /** The URI of the file to show. */
  show?: string;
  /** The line for the cursor, from 0. */
  line?: number;
}

/** Returns the command that reports and shows the result of an edit; an empty object if there is nothing to report. */
export function messageCommand(sentences: readonly string[], show?: string, line?: number): { command?: Command } {
  if (sentences.length === 0 && show === undefined) return {};
  const report: ResultReport = {
    said: sentences.join(' '),
    ...(show !== undefined && { show }),
    ...(line !== undefined && { line }),
  };
  return { command: { title: t`Show the result`, command: SHOW_MESSAGE_COMMAND, arguments: [report] } };
}

/** The inputs of a refactoring in addition to the file. */
export interface RefactoringOptions {
  context: Context;
  workspace: Workspace;
  client: EditingClient;
  /** The time, in ISO 8601. */
  now: string;
}

/** Returns the edit that creates a file with a text. */
export function newFileEdit(uri: string, text: string): FileEdit {
  const start = { line: 0, character: 0 };
  return { uri, isNew: true, edits: [{ range: { start, end: start }, newText: text }] };
}

/** Returns the folder of a file; undefined for an unsaved file. */
export function folderOf(uri: string): string | undefined {
  return uri.startsWith('untitled:') ? undefined : /^(.*[^/])\/[^/]+$/.exec(uri)?.[1];
}

/** Returns a file's name without its extension. */
export function fileStem(uri: string): string {
  const name = fileNameOf(uri);
  return name.replace(/(.)\.[^.]*$/, '$1');
}

/**
 * Returns the name of an envelope's own file, without extension: the envelope's id if it is a valid name, otherwise the
 * name of the current file.
 */
export function envelopeName(value: unknown, { id, fieldPointers }: Kind, uri: string): string {
  const ids = (fieldPointers.id ?? []).map(pointer => atPointer(value, pointer));
  const own = ids.find(one => typeof one === 'string' && /^\w[\w.-]{0,79}$/.test(one));
  return `${own ?? fileStem(uri)}.${id.slice(id.indexOf('/') + 1)}`;
}

/** Returns the URI of an unused name in a folder: `name.json`, otherwise `name-2.json` and so on. */
export function freeUri(
  folder: string,
  name: string,
  ending: string,
  { workspace }: Pick<RefactoringOptions, 'workspace'>,
): string {
  const taken = workspace.disk.list(folder);
  for (let count = 1; ; count++) {
    const free = `${name}${count > 1 ? `-${count}` : ''}${ending}`;
    if (!taken?.has(free)) return joinPath(folder, [free]);
  }
}

/** Returns the zero-based number of an appended line. */
export function appendedLineNumber({ edits: [edit] }: FileEdit): number {
  return edit ? edit.range.start.line + (edit.newText.startsWith('\n') ? 1 : 0) : 0;
}

/**
 * Returns the edit that appends a line to a log, or creates the log.
 *
 * @param text the text of the log; null if the log does not exist
 */
export function appendLineEdit(uri: string, text: string | null, line: string): FileEdit {
  if (text === null) return newFileEdit(uri, `${line}\n`);
  const { lines } = textFile(uri, 'jsonl', text);
  const last = lines.at(-1) ?? '';
  const end = { line: lines.length - 1, character: last.length };
  return { uri, edits: [{ range: { start: end, end }, newText: last === '' ? `${line}\n` : `\n${line}\n` }] };
}
