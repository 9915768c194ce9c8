import type { FileReport, ReportedProblem, UnreadFile } from '../../model/report';
import type { Severity } from '../../model/severity';
import { toSlashes } from '../files/toSlashes';
import { PROGRAM } from '../program';
import { escapeInvisible } from '../terminal/escapeInvisible';

/**
 * For GitHub Actions: one workflow command per problem, which becomes an annotation with the rule as its title, the message,
 * and the command that prints the rule's docs. An unreadable file is an error without a line. Prints nothing if there is
 * nothing wrong.
 */
export function* formatGithub(reports: readonly FileReport[], unread: readonly UnreadFile[] = []): Generator<string> {
  for (const { file, message } of unread)
    yield `${command('error', { file: toSlashes(file), title: 'not checked' }, message)}\n`;
  for (const { file, problems } of reports) for (const problem of problems) yield `${annotation(file, problem)}\n`;
}

function annotation(file: string, { rule, severity, message, range, docs }: ReportedProblem): string {
  const properties = { file: toSlashes(file), ...placeOf(range), title: rule };
  const more = docs === undefined ? '' : `\n\n${PROGRAM} explain ${rule}`;
  return command(COMMANDS[severity], properties, message + more);
}

function command(name: string, properties: Record<string, string | number>, message: string): string {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(String(value))}`);
  return `::${name} ${listed.join(',')}::${escapedMessage(message)}`;
}

const COMMANDS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

function placeOf({ start, end }: ReportedProblem['range']): Record<string, number> {
  const lines = { line: start.line + 1, endLine: end.line + 1 };
  // An annotation over several lines has no columns: GitHub drops them, with a complaint in the log.
  if (end.line > start.line) return lines;
  return { line: lines.line, col: start.character + 1, endLine: lines.endLine, endColumn: end.character + 1 };
}

/** Encodes line ends as workflow commands require, and escapes other control characters, which would reach the log raw. */
function escapedMessage(text: string): string {
  const lines = text.split(/(\r\n|\r|\n)/);
  return lines
    .map((piece, index) => (index % 2 === 1 ? LINE_ENDS[piece] : escapeInvisible(piece).replaceAll('%', '%25')))
    .join('');
}

const LINE_ENDS: Record<string, string> = { '\r\n': '%0D%0A', '\r': '%0D', '\n': '%0A' };

function escapedProperty(text: string): string {
  return escapedMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
