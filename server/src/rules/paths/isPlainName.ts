/**
 * Returns whether a file name has nothing that a file system or a reader could take for something else, apart from case:
 * only letters and digits of ASCII, `_` and `-`, and single dots in between. Nearly all names are plain.
 */
export function isPlainName(name: string): boolean {
  return PLAIN.test(name);
}

const PLAIN = /^[\w-]+(?:\.[\w-]+)*$/;
