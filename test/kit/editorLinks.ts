/** Where VS Code finds links in a message: as its `parseLinkedText` does, which all that it shows outside of editors goes through. */
export function editorLinks(text: string): string[] {
  // Its own expression, letter by letter, over all of the text and over what is left after line ends became blanks.
  const seen = [text, text.replace(/(\r\n|\n|\r)/gm, ' ').trim()];
  return seen.flatMap(one => [...one.matchAll(LINK)].map(([link]) => link));
}

const LINK = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;
