/** Text of a file inside Markdown of ours: nothing in it is markup, a link (nor a bare address), a command or HTML. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!|<>~$&:.@-]/g, '\\$&').replace(/\s+/g, ' ');
}

/** Text as inline code, whatever it holds. */
export function inlineCode(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  const longest = Math.max(0, ...(flat.match(/`+/g) ?? []).map(run => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${flat} ${fence}` : `\`${flat}\``;
}

/** What `escapeMarkdown` was given. */
export function unescapeMarkdown(markdown: string): string {
  return markdown.replace(/\\(.)/g, '$1');
}
