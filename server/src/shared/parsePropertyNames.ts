/** The maximum number of names; the rest is dropped. */
const MOST = 100;

/** Parses property names separated by commas or lines; drops duplicates. */
export function parsePropertyNames(text: string): string[] {
  const names = text.split(/[,\n]/).map(name => name.trim());
  return [...new Set(names.filter(name => name !== ''))].slice(0, MOST);
}
