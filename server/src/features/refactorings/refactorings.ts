import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { joinPath } from '../../analysis/ruleFileAccess';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Kind } from '../../model/kind';
import type { Position, TextFile } from '../../model/text';
import { partAt, rangeOf, rangeOfPart } from '../../parts/positions';
import { rootPart } from '../../parts/rootPart';
import { markdownFile } from '../../parts/splitIntoParts';
import { isSyntaxProblem } from '../../rules/ruleNames';
import { t } from '../../shared/l10n';
import { decodeUri, fileNameOf } from '../../text/decodeUri';
import { languageOf } from '../../text/fileLanguage';
import { jsonSpans } from '../../text/json/jsonSpans';
import { isJson } from '../../text/json/parseJson';
import { formatJson, toOneLine } from '../formatting';
import { commentLoss, convertEnvelope } from './convertEnvelope';
import { CONVERT_LOG, EXTRACT, MOVE, REWRITE } from './refactoringKinds';
import {
  appendedLineNumber,
  appendLineEdit,
  envelopeName,
  type FileEdit,
  fileStem,
  folderOf,
  freeUri,
  messageCommand,
  newFileEdit,
  type RefactoringOptions,
  workspaceEdit,
} from './workspaceEdit';

/**
 * Returns the refactorings at the cursor: to convert the envelope, move it to its own file, append it to a log, or convert the whole file. An
 * editor also asks by itself at each move of the cursor, and then gets only refactorings that fix a problem.
 */
export function refactorings(
  analysis: Analysis,
  { start }: Range,
  { only, triggerKind, diagnostics }: CodeActionContext,
  refactoring: RefactoringOptions,
): CodeAction[] {
  const isAsked = (kind: string) =>
    only ? only.some(one => one === '' || kind === one || kind.startsWith(`${one}.`)) : kind !== MOVE;
  // Moves are too many to be listed without a request for their kind.
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

/** Returns the envelope at a position, also for a position in a carried document. Undefined if it is not sure or is invalid. */
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

/** Returns actions that append the envelope as a line to a log of its folder, or to a new log. The original stays. */
function appendToLog({ file }: Analysis, { part }: AnalysedPart, refactoring: RefactoringOptions): CodeAction[] {
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
    return text === undefined || text === null || uri === file.uri ? [] : [action(t`Append to ${name}`, uri, text)];
  });
  if (!refactoring.client.creates) return found;
  const uri = freeUri(folder, fileStem(file.uri), '.jsonl', refactoring);
  return [...found, action(t`Append to a new log, ${fileNameOf(uri)}`, uri, null)];
}

const MOST = 20;

/**
 * Returns an action that converts a JSON array of envelopes to a log, or a log to an array, with the same values digit by
 * digit. Renames the file; if the client can't rename, creates the other file beside it. None for an invalid file.
 */
function convertLogAndArray({ file, parts }: Analysis, refactoring: RefactoringOptions): CodeAction[] {
  const folder = folderOf(file.uri);
  const { creates, renames } = refactoring.client;
  if (folder === undefined || !(creates || renames) || !parts.some(({ recognition }) => recognition?.sure)) return [];
  if (file.lines.reduce((sum, line) => sum + line.length, 0) > LONGEST) return [];
  const isLog = file.lang === 'jsonl';
  const root = rootPart(file, 'json');
  const text = isLog ? logToArray(file.lines) : file.lang === 'markdown' ? undefined : arrayToLog(root.text);
  if (text === undefined) return [];
  const newUri = freeUri(folder, fileStem(file.uri), isLog ? '.json' : '.jsonl', refactoring);
  const lost = isLog ? [] : commentLoss(root.text);
  const edits: FileEdit[] = renames
    ? [{ uri: file.uri, newUri, edits: [{ range: rangeOfPart(root), newText: text }] }]
    : [newFileEdit(newUri, text)];
  return [
    {
      title: isLog ? t`Convert to a JSON array` : t`Convert to JSONL, an envelope a line`,
      kind: CONVERT_LOG,
      edit: workspaceEdit(edits, refactoring.client, lost),
      ...messageCommand(lost, newUri),
    },
  ];
}

// In characters: a larger edit would block the editor for long.
const LONGEST = 5_000_000;

/** Converts a JSON array to the lines of a log; undefined for any other text. */
export function arrayToLog(text: string): string | undefined {
  const spans = jsonSpans(text);
  const members = spans.members([]);
  if (!members?.isList || members.count === 0) return undefined;
  const lines = Array.from({ length: members.count }, (_, index) => {
    const { start, end } = members.value(index);
    return toOneLine(text.slice(start, end));
  });
  // Invalid JSON may have something missing between its elements.
  return isJson(`[${lines.join(',')}]`) && isWhole(text, lines) ? `${lines.join('\n')}\n` : undefined;
}

// Returns whether a text consists of elements, commas and brackets only.
function isWhole(text: string, lines: readonly string[]): boolean {
  const plain = toOneLine(text).replace(/, \]$/, ']');
  return plain === `[${lines.join(', ')}]`;
}

/** Converts a log's lines to a JSON array; skips blank lines. Undefined if a line is invalid. */
export function logToArray(lines: TextFile['lines']): string | undefined {
  const values = lines.map(line => line.replace(/^\uFEFF/, '').trim()).filter(line => line !== '');
  if (values.length === 0 || !values.every(isJson)) return undefined;
  return `${prettyJson(`[${values.join(',')}]`)}\n`;
}

/**
 * Returns an action that moves an envelope from a Markdown block to its own file and leaves a link, or that copies an
 * envelope from a log or an array to its own file.
 */
function extractEnvelope({ file }: Analysis, at: AnalysedPart, refactoring: RefactoringOptions): CodeAction[] {
  const { part, value, recognition } = at;
  const folder = folderOf(file.uri);
  if (!recognition || folder === undefined || !refactoring.client.creates || part.id === 'root') return [];
  const { kind } = recognition;
  if (file.lang === 'markdown') return extractBlock(file, at, kind, folder, refactoring);
  if (part.lang === 'yaml') return [];
  const uri = freeUri(
    folder,
    envelopeName(value, kind, file.uri),
    part.lang === 'jsonc' ? '.jsonc' : '.json',
    refactoring,
  );
  const text = `${prettyJson(part.text.trim())}\n`;
  const edit = workspaceEdit([newFileEdit(uri, text)], refactoring.client);
  return [{ title: t`Copy to a new file`, kind: EXTRACT, edit, ...messageCommand([], uri) }];
}

function extractBlock(
  file: Analysis['file'],
  { part: { id }, value }: AnalysedPart,
  kind: Kind,
  folder: string,
  refactoring: RefactoringOptions,
): CodeAction[] {
  const { root, blocks } = markdownFile(file);
  const fence = blocks.fences[Number(/^block (\d+)/.exec(id)?.[1] ?? 0) - 1];
  if (!fence) return [];
  const text = fence.content.map(({ start, end }) => root.text.slice(start, end)).join('\n');
  const isLog = fence.lang === 'jsonl' || fence.lang === 'ndjson';
  const name = envelopeName(isLog ? undefined : value, kind, file.uri);
  const uri = freeUri(folder, name, `.${fence.lang}`, refactoring);
  const target = uri.slice(uri.lastIndexOf('/') + 1);
  const label = decodeUri(target).replace(/[[\]\\]/g, '\\$&');
  // Parentheses would end the link.
  const link = `[${label}](${target.replace(/[()]/g, sign => (sign === '(' ? '%28' : '%29'))})`;
  const replaced = { uri: file.uri, edits: [{ range: rangeOf(root, fence), newText: link }] };
  const edit = workspaceEdit([newFileEdit(uri, `${text}\n`), replaced], refactoring.client);
  return [{ title: t`Extract the block to a file, and link it`, kind: EXTRACT, edit, ...messageCommand([], uri) }];
}

/** Formats JSON over several lines with two spaces per level; keeps its tokens. */
export function prettyJson(text: string): string {
  return formatJson(text, { tabSize: 2, insertSpaces: true });
}
