import type { Span } from '../../model/text';
import { isCovered, numberedPlaceholders } from './secretNames';

/** The kinds of personal data that redaction recognises. */
export type PersonalKind = 'address' | 'phone' | 'card' | 'account' | 'host';

/** Finds IP and MAC addresses, internal host names, telephone numbers, and numbers of cards and bank accounts. */
export function personalSpans(text: string): (Span & { kind: PersonalKind })[] {
  const spans: (Span & { kind: PersonalKind })[] = [];
  if (text.length < SHORTEST) return spans;
  for (const { kind, pattern, isOne } of PATTERNS) {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      if (isOne(match)) spans.push({ kind, start: index, end: index + match.length });
    }
  }
  return spans;
}

/** Returns the kind of personal data in a value of this name; undefined if it is none. */
export function personalKindOf(name: string, value: string): PersonalKind | undefined {
  if (isCovered(name)) return undefined;
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (/(?:phone|mobile|telephone|phonenumber|fax)$/.test(plain))
    return /\d{5}/.test(value.replace(/\D/g, '')) ? 'phone' : undefined;
  if (/(?:host|hostname|servername|machinename|computername|fqdn|netpeername)$/.test(plain))
    return isHost(value) ? 'host' : undefined;
  return undefined;
}

function isHost(value: string): boolean {
  return /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$|^[a-z]+[\w]*-[\w-]*\d[\w-]*$/i.test(value) && !/^\d+(?:\.\d+)*$/.test(value);
}

const SHORTEST = 4;

const OCTET = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
/** Top-level names of internal networks. */
const INSIDE = 'internal|local|localdomain|lan|corp|intra|intranet|private|home|home\\.arpa';
const CLOUD =
  '(?:compute|rds|elb|cache|es)\\.amazonaws\\.com|database\\.windows\\.net|cloudapp\\.azure\\.com|compute\\.googleapis\\.com';

const PATTERNS: readonly { kind: PersonalKind; pattern: RegExp; isOne(match: string): boolean }[] = [
  {
    kind: 'address',
    pattern: new RegExp(`(?<![\\w.-])${OCTET}(?:\\.${OCTET}){3}(?![\\w-]|\\.\\d)`, 'g'),
    // Excludes loopback and wildcard addresses, and version numbers.
    isOne: match => !/^(?:127\.|0\.|255\.255)/.test(match) && !/^[0-3](?:\.\d){3}$/.test(match),
  },
  { kind: 'address', pattern: /(?<![\w:.])(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\w:])/gi, isOne: isAddress6 },
  {
    kind: 'address',
    pattern: /(?<![\w:-])[\da-f]{2}(?:([:-])[\da-f]{2})(?:\1[\da-f]{2}){4}(?![\w:-])/gi,
    isOne: match => /[a-f1-9]/i.test(match),
  },
  {
    kind: 'phone',
    pattern: /(?<![\w+])\+\d[\d ()./-]{6,20}\d(?![\w])/g,
    isOne: match => isLong(match, 8, 15) && !/[-/. ]{3}/.test(match),
  },
  {
    kind: 'phone',
    pattern: /(?<![\w.(+-]|\d )(?:\(\d{2,5}\) ?|\d{3}[-. ])\d{3,4}[-. ]\d{4}(?![\w-]|\.\d)/g,
    isOne: match => isLong(match, 9, 12),
  },
  {
    kind: 'phone',
    pattern: /(?<![\w.(+:/-]|\d )0\d{2,4}[ /-]\d{3,4}[ -]?\d{3,5}(?![\w-]|[.:]\d)/g,
    isOne: match => isLong(match, 9, 12),
  },
  { kind: 'card', pattern: /(?<![\w.-])[2-6]\d{3}([ -]?)\d{4}\1\d{4}\1\d{1,7}(?![\w]|[.-]\d)/g, isOne: isCard },
  { kind: 'card', pattern: /(?<![\w.-])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\w]|[.-]\d)/g, isOne: isCard },
  { kind: 'account', pattern: /(?<![\w.-])(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w-])/g, isOne: () => true },
  {
    kind: 'account',
    pattern: /(?<![\w])[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?(?![\w])/g,
    isOne: isAccount,
  },
  {
    kind: 'host',
    pattern: new RegExp(`(?<![\\w.@/\\\\-])(?:[\\w-]{1,63}\\.){1,6}(?:${INSIDE}|${CLOUD})(?![\\w(-]|\\.\\w)`, 'gi'),
    isOne: isNetworkName,
  },
  {
    kind: 'host',
    pattern: new RegExp(
      `(?<=(?:https?|wss?|s?ftp|ssh|ldaps?|amqps?|rediss?|kafka|smtp|mongodb|mysql|mariadb|postgres|postgresql)://(?:[^\\s/@"'<>]{0,100}@)?)(?:(?:[\\w-]{1,63}\\.){1,6}(?:${INSIDE}|${CLOUD})|[\\w-]{1,63}(?=:\\d|/|$)|(?:[\\w-]{1,63}\\.){1,6}[a-z]{2,24}(?=:\\d))(?![\\w-])`,
      'gi',
    ),
    isOne: match => !/^(?:localhost|example|host|hostname|\d+|[\w-]+\.example\.\w+)$/i.test(match),
  },
  { kind: 'host', pattern: /(?<=(?:ssh|scp|rsync|sftp)\s[^\n]{0,100}\w@)[\w-]+(?:\.[\w-]+)*/g, isOne: () => true },
];

// `settings.local` is a file, and `this.private` code.
function isNetworkName(match: string): boolean {
  return (
    !/^(?:this|self|settings|config|env|\w*\.env|package|www)\./i.test(match) &&
    !/^[\w-]+\.(?:local|private|home|internal)$/i.test(match.replace(/^[\w]*[-\d][\w-]*\./, 'a.b.'))
  );
}

function isLong(match: string, least: number, most: number): boolean {
  const { length } = match.replace(/\D/g, '');
  return length >= least && length <= most;
}

function isAddress6(match: string): boolean {
  const halves = match.split('::');
  const groups = match.split(':').filter(group => group !== '');
  if (halves.length > 2 || groups.length < 2 || !groups.some(group => group.length > 2)) return false;
  return halves.length === 2 ? groups.length < 8 : groups.length === 8;
}

/** Checks Luhn's sum and the issuer's digits. */
function isCard(match: string): boolean {
  const digits = match.replace(/\D/g, '');
  if (
    !/^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35\d{14}|6(?:011|5\d\d)\d{12})$/.test(
      digits,
    )
  )
    return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index]);
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0 && new Set(digits).size > 2;
}

/** Checks the IBAN's checksum. */
function isAccount(match: string): boolean {
  const plain = match.replaceAll(' ', '');
  if (plain.length < 15 || plain.length > 34) return false;
  let rest = 0;
  for (const char of plain.slice(4) + plain.slice(0, 4)) rest = Number(`${rest}${Number.parseInt(char, 36)}`) % 97;
  return rest === 1;
}

/**
 * Creates functions that collect user names, and that replace them by placeholders where they are segments of paths.
 *
 * @param names the names that are known at the start
 */
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

/**
 * Removes the folders of absolute paths from a text: `…/route.ts`. A user's home folder is removed completely. Relative
 * paths stay.
 *
 * @param met called with each path, its replacement and its offset
 * @param user called with each user name in a path
 */
export function redactPaths(
  text: string,
  met: (before: string, after: string, at: number) => void,
  user: (name: string) => void,
): string {
  if (!text.includes('/') && !text.includes('\\')) return text;
  const covered = (path: string, at: number) => {
    const after = shortened(path, user);
    if (after !== path) met(path, after, at);
    return after;
  };
  if (isOnePath(text)) return covered(text, 0);
  return text.replace(PATHS, (path, at: number) => (isRoute(text, at, path) ? path : covered(path, at)));
}

/** Returns whether a path follows an HTTP method, and so is part of a web address. */
function isRoute(text: string, at: number, path: string): boolean {
  return METHOD.test(text.slice(Math.max(0, at - LONGEST_METHOD), at)) && !OF_FILES.test(path);
}

const LONGEST_METHOD = 10;
const METHOD = /(?<![\p{L}\p{N}])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) ["'`]?$/u;
// Folders that every system has.
const OF_FILES = /^\/(?:home|Users|root|tmp|var|etc|usr|opt|srv|mnt|media|private|Volumes|workspaces?)\/|^[^/]/;

/** Returns whether the whole text is one absolute path, even with spaces and punctuation that would end a path in a sentence. */
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
