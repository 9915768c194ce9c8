import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { joinPath } from '../../analysis/files';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Position } from '../../model/text';
import { partAt } from '../../parts/positions';
import { isSyntaxProblem } from '../../rules/ruleNames';
import { fileNameOf } from '../../text/decodeUri';
import { isJson } from '../../text/json/parseJson';
import { languageOf } from '../../text/language';
import { toOneLine } from '../formatting';
import { commentLoss } from './contentLoss';
import { convertEnvelope } from './convertEnvelope';
import { convertLogAndArray, extractEnvelope } from './convertLogAndArray';
import { CONVERT_LOG, EXTRACT, MOVE, REWRITE } from './refactoringKinds';
import {
  appendedLineNumber,
  appendLineEdit,
  fileStem,
  folderOf,
  freeUri,
  messageCommand,
  type RefactoringContext,
  workspaceEdit,
} from './workspaceEdit';

/**
 * The refactorings at a position: converting the envelope, moving it to its own file, appending it to a log; and
 * converting the whole file. If the editor asks automatically, as at each move of the cursor, only those that fix a
 * problem.
 */
export function refactorings(
  analysis: Analysis,
  { start }: Range,
  { only, triggerKind, diagnostics }: CodeActionContext,
  refactoring: RefactoringContext,
): CodeAction[] {
  const isAsked = (kind: string) =>
    only ? only.some(one => one === '' || kind === one || kind.startsWith(`${one}.`)) : kind !== MOVE;
  // These are too many to be listed without a request for their kind.
  const isMoveAsked = only?.some(one => one.startsWith('refactor.move')) === true;
  const at = envelopeAround(analysis, start);
  const found: CodeAction[] = [];
  const isQuiet = triggerKind === AUTOMATIC || !isAsked(REWRITE);
  if (at && (isAsked(REWRITE) || isAsked('quickfix'))) {
    const asked = { diagnostics, only: isQuiet ? ('mending' as const) : undefined };
    found.push(...convertEnvelope(analysis, at, asked, refactoring).filter(({ kind = '' }) => isAsked(kind)));
  }
  if (triggerKind === AUTOMATIC) return found.filter(({ kind }) => kind === 'quickfix');
  if (at && isAsked(EXTRACT)) found.push(...extractEnvelope(analysis, at, refactoring));
  if (isAsked(CONVERT_LOG)) found.push(...convertLogAndArray(analysis, refactoring));
  if (at && isMoveAsked) found.push(...appendToLog(analysis, at, refactoring));
  return found;
}

const AUTOMATIC = 2;

/** The envelope at a position, even in a document that it carries. Undefined where it is uncertain or invalid. */
function envelopeAround({ parts }: Analysis, position: Position): AnalysedPart | undefined {
  let part = partAt(
    parts.map(one => one.part),
    position,
  );
  for (; part; part = part.parent) {
    const found = parts.find(one => one.part === part);
    if (!found?.recognition?.sure) continue;
    const isBroken = found.problems.some(isSyntaxProblem);
    return isBroken || found.recognition.kind.readOnly ? undefined : found;
  }
  return undefined;
}

/** Appends the envelope as a line to each log beside its file, or to a new one. The original stays. */
function appendToLog({ file }: Analysis, { part }: AnalysedPart, refactoring: RefactoringContext): CodeAction[] {
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
