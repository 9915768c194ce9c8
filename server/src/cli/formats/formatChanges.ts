import type { FileReport } from '../../model/report';
import type { FileChange } from '../files/watchedFiles';
import { conclusion, headline, type Page, quotation } from './formatPretty';

/** For people: each new problem with its line, each problem that is gone, and a summary of all files. */
export function formatChanges(changes: readonly FileChange[], reports: readonly FileReport[], page: Page): string {
  const { paint } = page;
  const sections = changes.flatMap(({ file, lines, added, fixed }) => [
    ...added.map(
      problem => `${paint('new', 'bold')}  ${headline(file, problem, page)}\n${quotation(lines, problem, page)}`,
    ),
    ...fixed.map(problem => `${paint('gone', 'dim')} ${headline(file, problem, page)}\n`),
  ]);
  return `\n${sections.join('')}${conclusion(reports, page)}\n`;
}
