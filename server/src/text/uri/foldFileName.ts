/** A file's name as file systems compare it that know no case: two names with the same fold are one file there. */
export function foldFileName(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase();
}
