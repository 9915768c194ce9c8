import type { CodeAction } from 'vscode-languageserver-types';
import { joinPath } from '../../analysis/paths';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import { isJson } from '../../text/json/isJson';
import { languageOf } from '../../text/language';
import { fileNameOf } from '../../text/uri/decodeUri';
import { toOneLine } from '../formatting/formatting';
import { appendedLineNumber, appendLineEdit } from './appendLineEdit';
import { commentLoss } from './contentLoss';
import { fileStem, folderOf, freeUri } from './newFileEdit';
import type { RefactoringContext } from './refactoringContext';
import { MOVE } from './refactoringKinds';
import { messageCommand, workspaceEdit } from './workspaceEdit';

/** Appends the envelope as a line to each log beside its file, or to a new one. The original stays. */
export function appendToLog({ file }: Analysis, { part }: AnalysedPart, refactoring: RefactoringContext): CodeAction[] {
  const folder = folderOf(file.uri);
  const { disk } = refactoring.workspace;
  const line = toOneLine(part.text);
  if (folder === undefined || !isJson(line)) return [];
  const logs = [...(disk.list(folder) ?? [])].filter(([name, type]) => type === 'file' && languageOf(name) === 'jsonl');
  const action = (title: string, uri: string, text: string | null): CodeAction => {
    const appended = appendLineEdit(uri, text, line);
    return {
      title,
      kind: MOVE,
      edit: workspaceEdit([appended], refactoring.client),
      ...messageCommand(commentLoss(part.text), uri, appendedLineNumber(appended)),
    };
  };
  const found = logs.slice(0, MOST).flatMap(([name]) => {
    const uri = joinPath(folder, [name]);
    const text = disk.text(uri);
    return text === undefined || text === null || uri === file.uri ? [] : [action(`Append to ${name}`, uri, text)];
  });
  if (!refactoring.client.creates) return found;
  const uri = freeUri(folder, fileStem(file.uri), '.jsonl', refactoring);
  return [...found, action(`Append to a new log, ${fileNameOf(uri)}`, uri, null)];
}

const MOST = 20;
