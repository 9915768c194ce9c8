/**
 * Escapes text from a file for use in our Markdown: nothing in it becomes markup, a link (not even a bare address), a
 * command or HTML.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~$&:.@-]/g, '\\$&').replace(/\s+/g, ' ');
}

/** Any text as inline code. */
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
