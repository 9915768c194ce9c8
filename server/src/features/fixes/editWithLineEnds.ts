import type { CompletionItem, SnippetTextEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Workspace } from '../../model/disk';
import type { TextChange, TextFile } from '../../model/text';
import { lineEndOf } from '../../text/lines';

// Gives texts for an editor the line ends of the changed file, since not every editor adapts them. The core itself writes `\n`.

/**
 * Returns a workspace edit whose inserted texts use the line ends of the file that each text is inserted into. In a file that is new, or
 * has no line end yet, they use the line ends of `file`, for which the edit was requested.
 */
export function editWithLineEnds(edit: WorkspaceEdit, file: TextFile, { disk }: Workspace): WorkspaceEdit {
  const eolOf = (uri: string) => (uri === file.uri ? file.eol : (lineEndOf(disk.text(uri) ?? '') ?? file.eol));
  const { changes, documentChanges } = edit;
  return {
    ...edit,
    ...(changes && {
      changes: Object.fromEntries(
        Object.entries(changes).map(([uri, edits]) => [uri, edits.map(one => textWithLineEnds(one, eolOf(uri)))]),
      ),
    }),
    ...(documentChanges && {
      documentChanges: documentChanges.map(change =>
        'edits' in change
          ? { ...change, edits: change.edits.map(one => textWithLineEnds(one, eolOf(change.textDocument.uri))) }
          : change,
      ),
    }),
  };
}

/** Gives the text of a completion item the line ends of its file. */
export function itemWithLineEnds(item: CompletionItem, eol: string): CompletionItem {
  const { textEdit } = item;
  return textEdit ? { ...item, textEdit: { ...textEdit, newText: lineEnds(textEdit.newText, eol) } } : item;
}

/** Converts a change of a file to an LSP text edit. */
export function toTextEdit({ range, text }: TextChange, { eol }: Pick<TextFile, 'eol'>): TextEdit {
  return { range, newText: lineEnds(text, eol) };
}

function textWithLineEnds<T extends TextEdit | SnippetTextEdit>(edit: T, eol: string): T {
  if ('newText' in edit) return { ...edit, newText: lineEnds(edit.newText, eol) };
  return { ...edit, snippet: { ...edit.snippet, value: lineEnds(edit.snippet.value, eol) } };
}

function lineEnds(text: string, eol: string): string {
  return eol === '\n' ? text : text.replace(/\r?\n/g, eol);
}
