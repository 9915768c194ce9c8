/** Whether a text has a lone surrogate. JSON can contain one, but encoding it in a URI throws. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
