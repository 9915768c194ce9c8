/** A file name as case-insensitive file systems compare it: two names with the same fold are one file there. */
export function foldFileName(name: string): string {
  if (IS_ASCII.test(name)) return name.toLowerCase();
  // First in small letters: the capital ẞ has no other capital, and would not become "ss" as ß does.
  return name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase();
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const IS_ASCII = /^[\x00-\x7f]*$/;
