import type { FileReport } from '../model/report';
import { summaryOf } from './summary';

/** For programs: one line of JSON, its shape numbered by `version`. Lines and characters (UTF-16 units) count from 0. */
export function formatJson(reports: readonly FileReport[]): string {
  // Key by key: what the reports hold besides is not part of the format.
  const files = reports.map(({ file, parts, problems }) => ({
    file,
    parts: parts.map(({ kind, range }) => ({ kind, range })),
    problems: problems.map(({ rule, severity, message, range, fixes }) => ({ rule, severity, message, range, fixes })),
  }));
  return asciiControls(JSON.stringify({ version: 1, files, summary: summaryOf(reports) }));
}

/** JSON, ended by a line end, in which no character is left that steers a terminal: JSON.stringify spares DEL and C1. */
export function asciiControls(json: string): string {
  const escaped = json.replace(/[\u007f-\u009f\u2028\u2029]/g, character => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `${escaped}\n`;
}
