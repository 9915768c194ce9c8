import type { CodeAction } from 'vscode-languageserver-types';
import { joined } from '../../analysis/paths';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import { isJson } from '../../text/json/isJson';
import { languageOf } from '../../text/language';
import { fileNameOf } from '../../text/uri/decodeUri';
import { onOneLine } from '../formatting/formatting';
import { appendedLine, lineAppended } from './appendedLine';
import { lostComments } from './contentLoss';
import { folderOf, freeUri, stemOf } from './newFile';
import { MOVE } from './refactoringKinds';
import type { Refactoring } from './refactorings';
import { telling, workspaceEdit } from './workspaceEdit';

/** The envelope as a line at the end of each log beside its file, or of a new one. It stays where it is. */
export function appendToLog({ file }: Analysis, { part }: AnalysedPart, refactoring: Refactoring): CodeAction[] {
  const folder = folderOf(file.uri);
  const { disk } = refactoring.workspace;
  const line = onOneLine(part.text);
  if (folder === undefined || !isJson(line)) return [];
  const logs = [...(disk.list(folder) ?? [])].filter(([name, type]) => type === 'file' && languageOf(name) === 'jsonl');
  const action = (title: string, uri: string, text: string | null): CodeAction => {
    const appended = appendedLine(uri, text, line);
    return {
      title,
      kind: MOVE,
      edit: workspaceEdit([appended], refactoring.client),
      ...telling(lostComments(part.text), uri, lineAppended(appended)),
    };
  };
  const found = logs.slice(0, MOST).flatMap(([name]) => {
    const uri = joined(folder, [name]);
    const text = disk.text(uri);
    return text === undefined || text === null || uri === file.uri ? [] : [action(`Append to ${name}`, uri, text)];
  });
  if (!refactoring.client.creates) return found;
  const uri = freeUri(folder, stemOf(file.uri), '.jsonl', refactoring);
  return [...found, action(`Append to a new log, ${fileNameOf(uri)}`, uri, null)];
}

const MOST = 20;
