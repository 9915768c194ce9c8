/**
 * Removes the folders of absolute paths from a text: `…/route.ts`. A user's home folder is removed completely. Relative
 * paths stay.
 *
 * @param met called with each path and its replacement
 * @param user called with each user name in a path
 */
export function redactPaths(
  text: string,
  met: (before: string, after: string) => void,
  user: (name: string) => void,
): string {
  if (!text.includes('/') && !text.includes('\\')) return text;
  const covered = (path: string) => {
    const after = shortened(path, user);
    if (after !== path) met(path, after);
    return after;
  };
  if (isOnePath(text)) return covered(text);
  return text.replace(PATHS, (path, at: number) => (isRoute(text, at, path) ? path : covered(path)));
}

/** Whether a path stands behind the method of a request: it is a part of an address. */
function isRoute(text: string, at: number, path: string): boolean {
  return METHOD.test(text.slice(Math.max(0, at - LONGEST_METHOD), at)) && !OF_FILES.test(path);
}

const LONGEST_METHOD = 10;
const METHOD = /(?<![\p{L}\p{N}])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) ["'`]?$/u;
// Folders that every system has.
const OF_FILES = /^\/(?:home|Users|root|tmp|var|etc|usr|opt|srv|mnt|media|private|Volumes|workspaces?)\/|^[^/]/;

/** Whether the whole text is one absolute path, with spaces and punctuation that would end it in a sentence. */
function isOnePath(text: string): boolean {
  if (text.length > LONGEST || !ENDS_A_PATH.test(text) || !ONE_PATH.test(text) || IN_A_SENTENCE.test(text))
    return false;
  const folders = text.split(/[\\/]/).slice(0, -1);
  return folders.every(folder => (folder.match(/\s/g)?.length ?? 0) <= MOST_BLANKS);
}

const LONGEST = 1000;
const MOST_BLANKS = 6;
const ENDS_A_PATH = /[\s'`,;()[\]{}]/;
// A slash followed by many words is a command: `/fix the tests in a/b`.
const ONE_PATH =
  /^(?:file:\/\/\/|[A-Za-z]:[\\/]|\\\\[^\s\\/]|~[\w.-]{0,32}[\\/]|\/[^\s\\/:]+\/)[^\r\n:"<>|*?…]*(?::\d{1,7}){0,2}$/u;
// Another path, or the end of a file name.
const IN_A_SENTENCE = /[\s,;='`([{][\\/~]|[\\/]\s|\.[A-Za-z]\w{0,7}[\s,;].*[\\/]/u;

// A segment of a path. Characters that end a path in a sentence end it, too, though a file name may contain them.
const PIECE = String.raw`[^\s/\\"'\x60<>|*?,;:()[\]{}…]+`;
// The name of a home folder may contain spaces, if another segment follows.
const HOME_PIECE = String.raw`(?<=(?:^|[^\p{L}\p{N}])(?:home|Users)[\\/]{1,2})[^\\/\n\r"'\x60<>|:*?,;[\]…]{1,64}(?=[\\/])`;
const PIECES = String.raw`(?:${HOME_PIECE}|${PIECE})(?:[\\/]{1,2}(?:${HOME_PIECE}|${PIECE}))*[\\/]{0,2}`;

const PATHS = new RegExp(
  [
    String.raw`(?:file|vscode-[a-z-]{1,20}):\/\/[^\s"'\x60<>)\]…]+`,
    String.raw`(?<![\p{L}\p{N}])[A-Za-z]:[\\/]{1,2}${PIECES}`,
    String.raw`(?<![\\\p{L}\p{N}:])\\\\${PIECE}\\{1,2}${PIECES}`,
    String.raw`(?<![\p{L}\p{N}_~/…\]])~(?:[A-Za-z][\w.-]{0,31})?[\\/]${PIECES}`,
    // A one-letter option may directly precede it.
    String.raw`(?<=(?:(?:^|\s)-[A-Za-z])|(?<![\p{L}\p{N}_.…~\]})>*$#%@&+\-/\\]))\/${PIECES}`,
    // Relative paths that lead back to a home folder.
    String.raw`(?<![\p{L}\p{N}_.…~/\\])(?:\.\.[\\/]{1,2})*(?:home|Users)[\\/]{1,2}${PIECES}`,
  ].join('|'),
  'gu',
);

function shortened(path: string, user: (name: string) => void): string {
  const pieces = path
    .replace(ROOT, '')
    .split(/[\\/]+/)
    .filter(piece => piece !== '');
  const home = pieces.findIndex(piece => piece === 'home' || piece === 'Users');
  // `/help` reveals no location, and `home/page.tsx` may be part of any program.
  if (pieces.length < (path.startsWith('/') ? 2 : FROM_HOME.test(path) ? 3 : 1)) return path;
  const name = home < 0 ? undefined : pieces[home + 1];
  if (name !== undefined) user(name);
  const last = pieces.at(-1);
  const isHome = home >= 0 && home + 2 >= pieces.length;
  return last === undefined || isHome ? '…' : `…/${last}`;
}

const ROOT = /^(?:[a-z-]+:\/\/|[A-Za-z]:)/;
const FROM_HOME = /^(?:home|Users)/;
