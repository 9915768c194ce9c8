/** Is a text a place held for a value, `{x}` or `{{x}}`? */
export function isPlaceholder(text: string): boolean {
  return /^\{{1,2}[^{}\n]{1,80}\}{1,2}$/.test(text.trim());
}
