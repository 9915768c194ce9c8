import type { CodeAction } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { SourceFile } from '../../model/text';
import { rangeOfPart } from '../../parts/positions';
import { rootPart } from '../../parts/rootPart';
import { isJson } from '../../text/json/isJson';
import { jsonSpans } from '../../text/json/jsonSpans';
import { toOneLine } from '../formatting/formatting';
import { commentLoss } from './contentLoss';
import { prettyJson } from './extractEnvelope';
import { fileStem, folderOf, freeUri, newFileEdit } from './newFileEdit';
import type { RefactoringContext } from './refactoringContext';
import { CONVERT_LOG } from './refactoringKinds';
import { type FileEdit, messageCommand, workspaceEdit } from './workspaceEdit';

/**
 * Converts a JSON array of envelopes to a log and vice versa, with the same values digit by digit. The file gets the
 * other extension; where the client can't rename files, the other file is created beside it. Not for invalid files.
 */
export function convertLogAndArray({ file, parts }: Analysis, refactoring: RefactoringContext): CodeAction[] {
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
      title: isLog ? 'Convert to a JSON array' : 'Convert to JSONL, an envelope a line',
      kind: CONVERT_LOG,
      edit: workspaceEdit(edits, refactoring.client, lost),
      ...messageCommand(lost, newUri),
    },
  ];
}

// In characters: a larger edit would block the editor for long.
const LONGEST = 5_000_000;

/** Converts an array to lines; undefined for anything else. */
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

// Whether there is nothing but elements, commas and brackets.
function isWhole(text: string, lines: readonly string[]): boolean {
  const plain = toOneLine(text).replace(/, \]$/, ']');
  return plain === `[${lines.join(', ')}]`;
}

/** Converts a log's lines to an array, without blank ones. Undefined where a line is invalid. */
export function logToArray(lines: SourceFile['lines']): string | undefined {
  const values = lines.map(line => line.replace(/^\uFEFF/, '').trim()).filter(line => line !== '');
  if (values.length === 0 || !values.every(isJson)) return undefined;
  return `${prettyJson(`[${values.join(',')}]`)}\n`;
}
