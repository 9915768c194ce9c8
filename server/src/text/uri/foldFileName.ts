/** A file name as case-insensitive file systems compare it: two names with the same fold are one file there. */
export function foldFileName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}
