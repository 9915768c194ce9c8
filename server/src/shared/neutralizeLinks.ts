/**
 * Makes a text safe for editor messages and reports, which find links in it: `[label](target)` becomes `[label]
 * (target)`. VS Code turns links in any message into buttons, and a `command:` link runs that command.
 */
export function neutralizeLinks(text: string): string {
  return text.replaceAll('](', '] (');
}

/** Makes VS Code show `$(sync~spin)` as text, not as an icon. */
export function neutralizeIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}
