import type { Family } from '../../model/family';
import { readLines } from '../../runs/reading/readEntries';
import type { SessionSummary } from '../../shared/lspExtensions';
import { parseJson } from '../../text/json/parseJson';
import { atPath } from '../../text/jsonPointer';
import { plain } from './treeNodeTexts';

/**
 * Returns the subject and the working folder of a coding agent's session, from the beginning of its log. Undefined for any
 * other text.
 *
 * @param families the families that may have written the log
 */
export function sessionSummary(head: string, families: readonly Family[]): SessionSummary | undefined {
  const lines = linesOf(head);
  const entries = readLines(lines, 0, { families, association: undefined });
  if (entries.length === 0) return undefined;
  const named = entries.filter(({ titleRank }) => titleRank !== undefined);
  const rank = Math.max(...named.map(({ titleRank = 0 }) => titleRank));
  const title =
    named.findLast(({ titleRank }) => titleRank === rank)?.title ?? entries.find(({ about }) => about)?.about;
  const folder = workingFolder(lines);
  return { ...(title && { title: plain(title) }), ...(folder && { project: plain(folder, 120) }) };
}

/** The lines of a log; a document that is read to its end is one. */
function linesOf(head: string): string[] {
  const { value } = /^\s*\{\s*\n/.test(head) ? parseJson(head, 'json') : {};
  return value === undefined ? head.split('\n') : [JSON.stringify(value)];
}

function workingFolder(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const value = FOLDER.test(line) && parseJson(line, 'json').value;
    const folder = PLACES.map(place => atPath(value, place)).find(one => one !== undefined);
    if (typeof folder === 'string' && folder.trim()) return folder;
  }
  return undefined;
}

/** Where logs name the folder that an agent works in. */
const PLACES = [['cwd'], ['payload', 'cwd'], ['data', 'context', 'cwd'], ['working_dir']];
const FOLDER = /"(?:cwd|working_dir)"/;
