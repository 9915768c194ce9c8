import { plainMarkdown } from '../../text/markdown/plainMarkdown';
import { shortLine } from './draft';

/** What somebody says in Markdown as one short line of plain text. */
export function spokenLine(value: unknown): string | undefined {
  return (typeof value === 'string' ? shortLine(plainMarkdown(value)) : undefined) ?? shortLine(value);
}
