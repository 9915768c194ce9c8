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
 * A JSON array of envelopes as a log, and a log as such an array: the same values, digit by digit. The file gets the other ending;
 * where the client can't rename files it stays, and the other is made beside it. Not of a file in which something is broken.
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

// In characters: an edit of more would keep the editor busy for long.
const LONGEST = 5_000_000;

/** The lines of an array's elements; undefined for what is no array, or broken. */
export function arrayToLog(text: string): string | undefined {
  const spans = jsonSpans(text);
  const members = spans.members([]);
  if (!members?.isList || members.count === 0) return undefined;
  const lines = Array.from({ length: members.count }, (_, index) => {
    const { start, end } = members.value(index);
    return toOneLine(text.slice(start, end));
  });
  // What can't be read as a whole may lack what stands between its elements.
  return isJson(`[${lines.join(',')}]`) && isWhole(text, lines) ? `${lines.join('\n')}\n` : undefined;
}

// Nothing but the elements, commas and brackets may stand in it.
function isWhole(text: string, lines: readonly string[]): boolean {
  const plain = toOneLine(text).replace(/, \]$/, ']');
  return plain === `[${lines.join(', ')}]`;
}

/** An array of a log's lines; blank ones are left out. Undefined where one is broken. */
export function logToArray(lines: SourceFile['lines']): string | undefined {
  const values = lines.map(line => line.replace(/^\uFEFF/, '').trim()).filter(line => line !== '');
  if (values.length === 0 || !values.every(isJson)) return undefined;
  return `${prettyJson(`[${values.join(',')}]`)}\n`;
}
