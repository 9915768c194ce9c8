import { numberedPlaceholders } from './placeholders';

/** Finds user names in paths that begin in a home folder. */
export function userNames(names: readonly string[]) {
  const numbers = numberedPlaceholders('user');
  const known = new Set<string>();
  let pattern: RegExp | undefined;
  for (const name of names) add(name);

  function add(name: string): void {
    if (name.length < SHORTEST_USER || known.size >= MOST_USERS || known.has(name) || COMMON.has(name.toLowerCase()))
      return;
    known.add(name);
    const some = [...known].map(one => one.replace(/[^\p{L}\p{N}]/gu, String.raw`\$&`)).join('|');
    pattern = new RegExp(
      String.raw`(?<![\p{L}\p{N}_-])(?:${some})(?=[\\/])|(?<=[\\/])(?:${some})(?![\p{L}\p{N}_-])`,
      'g',
    );
  }

  function covered(text: string, met: (before: string, after: string) => void): string {
    if (!pattern) return text;
    return text.replace(pattern, name => {
      const after = numbers(name);
      met(name, after);
      return after;
    });
  }

  return { add, covered };
}

const SHORTEST_USER = 3;
const MOST_USERS = 20;
const COMMON = new Set(
  'root home user users work runner ubuntu debian admin administrator node vscode app shared public default guest src docs test'.split(
    ' ',
  ),
);
