import type { FileReport, ReportedProblem, UnreadFile } from '../../model/report';
import type { Severity } from '../../model/severity';
import { counted, summaryOf } from '../summary';
import { escapeInvisible } from '../terminal/escapeInvisible';
import { type Paint, painter, type Style } from '../terminal/paint';
import { excerpt } from './excerpt';

/** The layout of the output. */
export interface Page {
  paint: Paint;
  /** Columns available for an excerpt of a file. */
  width: number;
}

interface PrettyOptions {
  colour: boolean;
  width: number;
  /** What could not be checked, counted in the summary. */
  unread?: readonly UnreadFile[];
}

/**
 * For people: each problem on one line with the affected line of the file below it, and a final summary.
 *
 * @param sources the lines of each file that has problems, by the name in its report
 */
export function* formatPretty(
  reports: readonly FileReport[],
  sources: ReadonlyMap<string, readonly string[]>,
  options: PrettyOptions,
): Generator<string> {
  const page: Page = { paint: painter(options.colour), width: options.width };
  for (const { file, problems } of reports) {
    const lines = sources.get(file);
    for (const problem of problems) yield `${headline(file, problem, page)}\n${quotation(lines, problem, page)}\n`;
  }
  const { unread = [] } = options;
  const left = unread.length > 0 ? `, ${page.paint(`${unread.length} not checked`, 'red')}` : '';
  yield `${conclusion(reports, page)}${left}\n`;
}

/** A problem on one line. */
export function headline(file: string, { range, severity, message, rule }: ReportedProblem, { paint }: Page): string {
  const place = `${escapeInvisible(file)}:${range.start.line + 1}:${range.start.character + 1}`;
  return `${paint(place, 'bold')} ${paint(severity, COLOURS[severity])} ${escapeInvisible(message)} ${paint(escapeInvisible(rule), 'dim')}`;
}

const COLOURS: Record<Severity, Style> = { error: 'red', warning: 'yellow', info: 'blue' };

/**
 * The line that a problem is in, after its number. Without the number, the line could start like a command to the CI that shows
 * it.
 */
export function quotation(
  lines: readonly string[] | undefined,
  { range: { start, end }, severity }: ReportedProblem,
  { paint, width }: Page,
): string {
  const line = lines?.[start.line];
  if (line === undefined) return '';
  const number = String(start.line + 1);
  const margin = number.length + 5;
  const { source, marks } = excerpt(line, {
    start: start.character,
    end: end.line > start.line ? line.length : end.character,
    width: Math.max(width - margin, 20),
  });
  const squiggle = marks.trimStart();
  const indent = marks.slice(0, marks.length - squiggle.length);
  const first = `${paint(`  ${number} |`, 'dim')} ${source}`;
  const second = `${paint(`  ${' '.repeat(number.length)} |`, 'dim')} ${indent}${paint(squiggle, COLOURS[severity])}`;
  return `${first}\n${second}\n`;
}

/** A one-line summary of what was checked and found. */
export function conclusion(reports: readonly FileReport[], { paint }: Page): string {
  const { files, parts, errors, warnings, infos } = summaryOf(reports);
  const checked = `${counted(files, 'file')}, ${counted(parts, 'envelope')}`;
  const found = [
    errors > 0 && paint(counted(errors, 'error'), 'red'),
    warnings > 0 && paint(counted(warnings, 'warning'), 'yellow'),
    infos > 0 && paint(counted(infos, 'info'), 'blue'),
  ].filter(part => part !== false);
  return `${checked}: ${found.length > 0 ? found.join(', ') : paint('no problems', 'green')}`;
}
