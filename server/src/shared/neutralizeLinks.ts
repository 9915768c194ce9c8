/**
 * A text for a message of an editor or a report, in which none finds a link: `[label](target)` becomes `[label] (target)`. VS Code takes such
 * a text for a link wherever it shows messages, and one to `command:` runs that command.
 */
export function neutralizeLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** A text in which VS Code finds no icon: `$(sync~spin)` is shown as it stands. */
export function neutralizeIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}
