import type { Output } from './io';

/**
 * Prevents printed text from acting as commands to a CI: names and content of files may come from an untrusted pull request.
 * GitHub takes `::name::` at the start of a line and `##[name]` anywhere for a command, others `##vso[` and `##teamcity[`.
 * Replaces one character of each with its JSON escape, so JSON keeps its meaning.
 */
export function guardedOutput(output: Output): Output {
  // The end of the current line, if it may be the beginning of a command.
  let start = '';
  let end = '';
  return {
    get isTTY() {
      return output.isTTY;
    },
    get columns() {
      return output.columns;
    },
    drained: async () => output.drained?.(),
    unguarded: output,
    write(text) {
      if (text === '') return output.write(text);
      const marked = (end + text).replace(MARK, '$1\\u005b').slice(end.length);
      const written = (start + marked).replace(COLONS, '$1\\u003a').slice(start.length);
      end = UNFINISHED_MARK.exec(end + text)?.[0] ?? '';
      start = beginningOf(start + written);
      return output.write(written);
    },
  };
}

const MARK = /(##\w{0,20})\[/g;
const UNFINISHED_MARK = /##?\w{0,20}$/;
const COLONS = /^([^\S\r\n]*:):/gm;

/**
 * What matters of the last line: nothing if it is blank, a colon if it has only that, else any character that starts no
 * command.
 */
function beginningOf(text: string): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  if (/^\s*$/.test(line)) return '';
  return /^\s*:$/.test(line) ? ':' : 'x';
}
