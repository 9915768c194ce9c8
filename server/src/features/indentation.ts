/** One level of a JSON text's indentation, as its first indented line has it; two spaces where none is. */
export function unitOf(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
}
