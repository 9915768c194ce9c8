import type { Family } from '../../model/family';
import { readLines } from '../../runs/reading/readEntries';
import type { SessionSummary } from '../../shared/protocol';
import { parseJson } from '../../text/json/parseJson';
import { isObject } from '../../text/pointer';
import { plain } from './words';

/**
 * Returns the subject and the working folder of a coding agent's session, from the beginning of its log. Undefined for any
 * other text.
 *
 * @param families the families that may have written the log
 */
export function sessionSummary(head: string, families: readonly Family[]): SessionSummary | undefined {
  const lines = head.split('\n');
  const entries = readLines(lines, 0, { families, association: undefined });
  if (entries.length === 0) return undefined;
  const named = entries.filter(({ titleRank }) => titleRank !== undefined);
  const rank = Math.max(...named.map(({ titleRank = 0 }) => titleRank));
  const title =
    named.findLast(({ titleRank }) => titleRank === rank)?.title ?? entries.find(({ about }) => about)?.about;
  const folder = workingFolder(lines);
  return { ...(title && { title: plain(title) }), ...(folder && { project: plain(folder, 120) }) };
}

function workingFolder(lines: readonly string[]): string | undefined {
  for (const line of lines) {
    const value = line.includes('"cwd"') && parseJson(line, 'json').value;
    if (!isObject(value)) continue;
    const { cwd, payload } = value;
    const folder = cwd ?? (isObject(payload) && payload['cwd']);
    if (typeof folder === 'string' && folder.trim()) return folder;
  }
  return undefined;
}
