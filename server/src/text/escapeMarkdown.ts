/**
 * Escapes untrusted text from a file for Markdown that the editor renders. Nothing in the text can then become markup, a link, a command or HTML;
 * even a bare address is no link.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~$&:.@-]/g, '\\$&').replace(/\s+/g, ' ');
}

/** Formats any text as inline code. */
export function inlineCode(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  const longest = Math.max(0, ...(flat.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${flat} ${fence}` : `\`${flat}\``;
}

/** Reverses `escapeMarkdown`. */
export function unescapeMarkdown(markdown: string): string {
  return markdown.replace(/\\(.)/g, '$1');
}
