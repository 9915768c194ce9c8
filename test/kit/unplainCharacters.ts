/** The characters of a text that make more of it than one line: that steer a terminal, break the line, or reorder what it shows. */
export function unplainCharacters(text: string): string[] {
  return text.match(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu) ?? [];
}
