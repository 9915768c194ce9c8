/**
 * A snippet as it stands after tabbing through it: placeholders are their text, choices their first, mirrors what they mirror.
 * It is read as VS Code reads it, where a choice unescapes other characters than the rest does. Transformations do nothing.
 *
 * @param variable what a variable stands for; where it is not known, the snippet's own word for it does
 */
export function expandSnippet(snippet: string, variable: (name: string) => string | undefined): string {
  return textTo('', { snippet, at: 0, stops: new Map(), variable });
}

interface Reading {
  snippet: string;
  at: number;
  /** What was read of each tab stop. */
  stops: Map<string, string>;
  variable(name: string): string | undefined;
}

function textTo(end: string, reading: Reading): string {
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

function unescapedHere(reading: Reading, escapable: RegExp): string {
  const { snippet, at } = reading;
  const next = snippet[at + 1] ?? '';
  const isEscape = snippet[at] === '\\' && escapable.test(next);
  reading.at += isEscape ? 2 : 1;
  return isEscape ? next : (snippet[at] ?? '');
}

// What begins with a dollar and is none of these is text.
function stopHere(reading: Reading): string | undefined {
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

function ownText(sign: string | undefined, reading: Reading): string | undefined {
  if (sign === '|') return firstChoice(reading);
  if (sign !== ':' && sign !== '/') return undefined;
  const inBraces = sign === ':' ? reading : { ...reading, stops: new Map() };
  const text = textTo('}', inBraces);
  reading.at = inBraces.at + 1;
  return sign === ':' ? text : undefined;
}

function firstChoice(reading: Reading): string {
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
