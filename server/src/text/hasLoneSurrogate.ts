/** Does a text hold half of a surrogate pair? JSON can say so, but a URI can't: whoever writes one of it throws. */
export function hasLoneSurrogate(text: string): boolean {
  return /\p{Surrogate}/u.test(text);
}
