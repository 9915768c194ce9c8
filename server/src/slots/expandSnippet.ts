/**
 * Expands an editor snippet to the text that remains if the user types nothing into it. Placeholders become their default text, choices their
 * first option, and repeated tab stops the text of the first. Ignores transformations. As in VS Code, a choice has its own list of characters
 * that are escaped.
 *
 * @param variable the value of a variable; for unknown ones, the snippet's default applies
 */
export function expandSnippet(snippet: string, variable: (name: string) => string | undefined): string {
  return readUntil('', { snippet, at: 0, stops: new Map(), variable });
}

/**
 * Fills in the time variables of a snippet, in UTC. Not every editor supports these variables, and some insert their names as text.
 *
 * @param now milliseconds since 1970
 */
export function fillTimeVariables(snippet: string, now: number): string {
  const [date = '', time = ''] = new Date(now).toISOString().split(/[T.]/);
  const [year = '', month = '', day = ''] = date.split('-');
  const [hour = '', minute = '', second = ''] = time.split(':');
  const values: Record<string, string> = {
    CURRENT_YEAR: year,
    CURRENT_MONTH: month,
    CURRENT_DATE: day,
    CURRENT_HOUR: hour,
    CURRENT_MINUTE: minute,
    CURRENT_SECOND: second,
    CURRENT_SECONDS_UNIX: String(Math.floor(now / 1000)),
    CURRENT_TIMEZONE_OFFSET: 'Z',
  };
  return snippet.replace(/\$\{(CURRENT_[A-Z_]+)\}/g, (whole, name: string) => values[name] ?? whole);
}

interface SnippetReader {
  snippet: string;
  at: number;
  /** The text of each tab stop. */
  stops: Map<string, string>;
  variable(name: string): string | undefined;
}

function readUntil(end: string, reader: SnippetReader): string {
  const { snippet } = reader;
  let text = '';
  while (reader.at < snippet.length && snippet[reader.at] !== end) {
    const char = snippet[reader.at];
    const stop = char === '$' ? readTabStop(reader) : undefined;
    if (stop !== undefined) text += stop;
    else text += readUnescaped(reader, /[\\$}]/);
  }
  return text;
}

function readUnescaped(reader: SnippetReader, escapable: RegExp): string {
  const { snippet, at } = reader;
  const next = snippet[at + 1] ?? '';
  const isEscape = snippet[at] === '\\' && escapable.test(next);
  reader.at += isEscape ? 2 : 1;
  return isEscape ? next : (snippet[at] ?? '');
}

// Undefined for a dollar sign that is plain text.
function readTabStop(reader: SnippetReader): string | undefined {
  const { snippet, at, stops, variable } = reader;
  const match = /^\$(?:(\d+|[a-z_]\w*)|\{(\d+|[a-z_]\w*)([:|/}]))/i.exec(snippet.slice(at, at + 200));
  if (!match) return undefined;
  const [whole, bare, name = bare ?? '', sign] = match;
  reader.at += whole.length;
  const defaultText = readDefaultText(sign, reader);
  if (!/^\d/.test(name)) return variable(name) ?? defaultText ?? '';
  if (defaultText !== undefined) stops.set(name, defaultText);
  return stops.get(name) ?? '';
}

function readDefaultText(sign: string | undefined, reader: SnippetReader): string | undefined {
  if (sign === '|') return readFirstChoice(reader);
  if (sign !== ':' && sign !== '/') return undefined;
  const inBraces = sign === ':' ? reader : { ...reader, stops: new Map() };
  const text = readUntil('}', inBraces);
  reader.at = inBraces.at + 1;
  return sign === ':' ? text : undefined;
}

function readFirstChoice(reader: SnippetReader): string {
  const { snippet } = reader;
  const choices = [''];
  while (reader.at < snippet.length && snippet[reader.at] !== '|') {
    if (snippet[reader.at] === ',') {
      choices.push('');
      reader.at++;
    } else choices.push(choices.pop() + readUnescaped(reader, /[\\,|]/));
  }
  reader.at += '|}'.length;
  return choices[0] ?? '';
}
