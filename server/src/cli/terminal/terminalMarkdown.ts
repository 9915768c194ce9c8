import { escapeInvisible } from './escapeInvisible';
import type { Paint } from './paint';

/** Renders the Markdown of our docs for a terminal: styles in place of the markup, lines unchanged. */
export function terminalMarkdown(markdown: string, paint: Paint): string {
  let isCode = false;
  const lines = markdown.trimEnd().split('\n');
  const shown = lines.flatMap(line => {
    const text = escapeInvisible(line);
    if (text.startsWith('```')) {
      isCode = !isCode;
      return [];
    }
    if (isCode) return paint(`  ${text}`, 'cyan');
    const heading = /^#+ (.*)$/.exec(text)?.[1];
    return heading === undefined ? withMarks(text, paint) : paint(heading, 'bold');
  });
  return `${shown.join('\n')}\n`;
}

function withMarks(line: string, paint: Paint): string {
  return line.replace(/`([^`]+)`|\*\*([^*]+)\*\*/g, (_, code?: string, strong?: string) =>
    code === undefined ? paint(strong ?? '', 'bold') : paint(code, 'cyan'),
  );
}
