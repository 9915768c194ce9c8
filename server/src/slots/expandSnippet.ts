/**
 * Expands a snippet as if the user tabbed through it: placeholders become their text, choices their first option,
 * mirrors what they mirror. Follows VS Code, where choices unescape other characters than other text. Transformations
 * are ignored.
 *
 * @param variable the value of a variable; for unknown ones, the snippet's default applies
 */
export function expandSnippet(snippet: string, variable: (name: string) => string | undefined): string {
  return textTo('', { snippet, at: 0, stops: new Map(), variable });
}

interface SnippetReader {
  snippet: string;
  at: number;
  /** The text of each tab stop. */
  stops: Map<string, string>;
  variable(name: string): string | undefined;
}

function textTo(end: string, reading: SnippetReader): string {
  const { snippet } = reading;
  let text = '';
  while (reading.at < snippet.length && snippet[reading.at] !== end) {
    const char = snippet[reading.at];
    const stop = char === '$' ? stopHere(reading) : undefined;
    if (stop !== undefined) text += stop;
    else text += unescapedHere(reading, /[\\$}]/);
  }
  return text;
}

function unescapedHere(reading: SnippetReader, escapable: RegExp): string {
  const { snippet, at } = reading;
  const next = snippet[at + 1] ?? '';
  const isEscape = snippet[at] === '\\' && escapable.test(next);
  reading.at += isEscape ? 2 : 1;
  return isEscape ? next : (snippet[at] ?? '');
}

// A dollar that begins none of these is text.
function stopHere(reading: SnippetReader): string | undefined {
  const { snippet, at, stops, variable } = reading;
  const begun = /^\$(?:(\d+|[a-z_]\w*)|\{(\d+|[a-z_]\w*)([:|/}]))/i.exec(snippet.slice(at, at + 200));
  if (!begun) return undefined;
  const [whole, bare, name = bare ?? '', sign] = begun;
  reading.at += whole.length;
  const own = ownText(sign, reading);
  if (!/^\d/.test(name)) return variable(name) ?? own ?? '';
  if (own !== undefined) stops.set(name, own);
  return stops.get(name) ?? '';
}

function ownText(sign: string | undefined, reading: SnippetReader): string | undefined {
  if (sign === '|') return firstChoice(reading);
  if (sign !== ':' && sign !== '/') return undefined;
  const inBraces = sign === ':' ? reading : { ...reading, stops: new Map() };
  const text = textTo('}', inBraces);
  reading.at = inBraces.at + 1;
  return sign === ':' ? text : undefined;
}

function firstChoice(reading: SnippetReader): string {
  const { snippet } = reading;
  const choices = [''];
  while (reading.at < snippet.length && snippet[reading.at] !== '|') {
    if (snippet[reading.at] === ',') {
      choices.push('');
      reading.at++;
    } else choices.push(choices.pop() + unescapedHere(reading, /[\\,|]/));
  }
  reading.at += '|}'.length;
  return choices[0] ?? '';
}
