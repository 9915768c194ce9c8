/**
 * Rewrites the literals of Python (`'text'`, `True`, `None`) as those of JSON, so that what a program printed instead of JSON
 * can still be recognised. Positions change.
 */
export function pythonToJson(text: string): string {
  return text.replace(TOKEN, token => {
    const word = WORDS.get(token);
    if (word !== undefined || !token.startsWith("'")) return word ?? token;
    const inside = token.slice(1, token.length > 1 && token.endsWith("'") ? -1 : undefined);
    return `"${inside.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
  });
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);
// A closing quote may be missing: looking for it again from each quote behind would take quadratic time.
const TOKEN = /'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|\b(?:True|False|None)\b/g;
