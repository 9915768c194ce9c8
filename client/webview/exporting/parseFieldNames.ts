/** More names than these are not looked for. */
const MOST = 100;

/** The names of properties in a text that parts them by commas or lines; each once. */
export function parseFieldNames(text: string): string[] {
  const names = text.split(/[,\n]/).map(name => name.trim());
  return [...new Set(names.filter(name => name !== ''))].slice(0, MOST);
}
