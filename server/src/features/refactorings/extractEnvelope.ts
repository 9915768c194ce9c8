import type { CodeAction } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Kind } from '../../model/kind';
import { rangeOf } from '../../parts/positions';
import { markdownFile } from '../../parts/splitIntoParts';
import { decodeUri } from '../../text/uri/decodeUri';
import { formatJson } from '../formatting/formatting';
import { envelopeName, folderOf, freeUri, newFileEdit } from './newFileEdit';
import type { RefactoringContext } from './refactoringContext';
import { EXTRACT } from './refactoringKinds';
import { messageCommand, workspaceEdit } from './workspaceEdit';

/**
 * Moves an envelope from a Markdown block to its own file beside the document, leaving a link; copies one from a line
 * of a log or an element of an array.
 */
export function extractEnvelope({ file }: Analysis, at: AnalysedPart, refactoring: RefactoringContext): CodeAction[] {
  const { part, value, recognition } = at;
  const folder = folderOf(file.uri);
  if (!recognition || folder === undefined || !refactoring.client.creates || part.id === 'root') return [];
  const { kind } = recognition;
  if (file.lang === 'markdown') return extractBlock(file, at, kind, folder, refactoring);
  const uri = freeUri(
    folder,
    envelopeName(value, kind, file.uri),
    part.lang === 'jsonc' ? '.jsonc' : '.json',
    refactoring,
  );
  const text = `${prettyJson(part.text.trim())}\n`;
  const edit = workspaceEdit([newFileEdit(uri, text)], refactoring.client);
  return [{ title: 'Copy to a new file', kind: EXTRACT, edit, ...messageCommand([], uri) }];
}

function extractBlock(
  file: Analysis['file'],
  { part: { id }, value }: AnalysedPart,
  kind: Kind,
  folder: string,
  refactoring: RefactoringContext,
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
  return [{ title: 'Extract the block to a file, and link it', kind: EXTRACT, edit, ...messageCommand([], uri) }];
}

/** Formats JSON over several lines, keeping its tokens. */
export function prettyJson(text: string): string {
  return formatJson(text, { tabSize: 2, insertSpaces: true });
}
