import type { Output } from './io';

/**
 * An output in which no line is a command to the CI that shows it: names and texts of files stand in what is printed, and a pull request may
 * have chosen them. GitHub takes `::name::` at the beginning of a line and `##[name]` anywhere for a command, others `##vso[` and
 * `##teamcity[`. One character of each is written as its escape, which in JSON says the same.
 */
export function guardedOutput(output: Output): Output {
  // Of the line that is being written: what may be the beginning of a command.
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

/** Of the last line: nothing where it is empty or blank, a colon where it is no more than that, else a character that begins no command. */
function beginningOf(text: string): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1);
  if (/^\s*$/.test(line)) return '';
  return /^\s*:$/.test(line) ? ':' : 'x';
}
