import { shortLine } from '../families/drafts/createDraft';
import { truncate } from '../shared/shownText';

/**
 * Removes the user's secrets, such as credentials, from a text that a server sent. Finds them in upper or lower case, in Base64 or hexadecimal,
 * and with characters escaped as in JSON, HTML or URLs, even several times. Returns an empty text if a secret is still readable.
 */
export function removeSecrets(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  const forms = secrets.flatMap(secretForms);
  const needles = new Set(forms.flatMap(secretSpellings).map(foldCase));
  const ranges = decodings(text).flatMap(decoded => [...needles].flatMap(needle => rangesOf(needle, decoded)));
  const kept = cutRanges(text, ranges);
  return forms.some(form => isContained(form, kept)) ? '' : kept;
}

// A shorter one would cut innocent words to pieces, and protects nothing.
const SHORTEST = 3;
/** The shortest secret that is compared without punctuation: a shorter one would be found in innocent words. */
const SHORTEST_BARE = 6;

/** Returns the secret and, for `user:password`, the password alone. */
function secretForms(secret: string): string[] {
  const forms = [secret, secret.slice(secret.indexOf(':') + 1)];
  return [...new Set(forms)].filter(form => form.length >= SHORTEST);
}

function secretSpellings(form: string): string[] {
  const plain = decodings(form).flatMap(({ text }) => [text, text.replaceAll(' ', '+')]);
  return [...plain, hexOf(form), ...base64Spellings(form)].filter(one => one.length >= SHORTEST);
}

function hexOf(text: string): string {
  return [...new TextEncoder().encode(text)].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns the Base64 spellings of a text: by itself, and inside longer data at each of the three offsets in a group of four digits. */
function base64Spellings(text: string): string[] {
  const bytes = [...new TextEncoder().encode(text)];
  const spellings = [0, 1, 2].flatMap(before => {
    const all = btoa(String.fromCharCode(...new Array<number>(before).fill(0), ...bytes)).replace(/=+$/, '');
    // The first and last digits also encode bits of other bytes: leave them out.
    const inner = all.slice(before === 0 ? 0 : before + 1, Math.floor(((before + bytes.length) * 8) / 6));
    return before === 0 ? [all, inner] : [inner];
  });
  return [...spellings, ...spellings.map(one => one.replaceAll('+', '-').replaceAll('/', '_'))].filter(
    one => one.length >= SHORTEST_BARE,
  );
}

/** A text after decoding its escapes, with the range of each of its characters in the original. */
interface Decoding {
  text: string;
  starts: number[];
  ends: number[];
}

/** Returns the text as it is, and after each round of decoding, since escapes may be escaped again. */
function decodings(original: string): Decoding[] {
  const indexes = Array.from({ length: original.length }, (_, index) => index);
  let last: Decoding = { text: original, starts: indexes, ends: indexes.map(index => index + 1) };
  const all = [last];
  while (all.length <= MOST_ROUNDS) {
    const next = decodeEscapes(last);
    if (next.text === last.text) break;
    all.push(next);
    last = next;
  }
  return all;
}

const MOST_ROUNDS = 6;

const ESCAPE =
  /\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})|%u00([\da-f]{2})|[%=]([2-7][\da-f])|&#x([\da-f]{1,8});?|&#(\d{1,8});?|&([a-z]{2,8});|\\(.)/giu;

function decodeEscapes({ text, starts, ends }: Decoding): Decoding {
  const decoded: Decoding = { text: '', starts: [], ends: [] };
  const add = (characters: string, from: number, to: number) => {
    decoded.text += characters;
    for (let at = 0; at < characters.length; at++) {
      decoded.starts.push(starts[from] ?? 0);
      decoded.ends.push(ends[to - 1] ?? 0);
    }
  };
  let done = 0;
  for (const match of text.matchAll(ESCAPE)) {
    for (let at = done; at < match.index; at++) add(text.charAt(at), at, at + 1);
    done = match.index + match[0].length;
    add(escapedCharacter(match), match.index, done);
  }
  for (let at = done; at < text.length; at++) add(text.charAt(at), at, at + 1);
  return decoded;
}

function escapedCharacter([whole, ...groups]: RegExpMatchArray): string {
  const [decimal, name, character] = groups.slice(6);
  const hexadecimal = groups.slice(0, 6).find(group => group !== undefined);
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
  if (character !== undefined) return character;
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

/** The entities of printable ASCII characters: a credential has no others. */
const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", excl: '!', num: '#', dollar: '$', percnt: '%', lpar: '(' },
  ...{ rpar: ')', ast: '*', midast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';' },
  ...{ equals: '=', quest: '?', commat: '@', lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', hat: '^' },
  ...{ lowbar: '_', grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}', nbsp: ' ' },
  ...{ tilde: '~', dash: '-', hyphen: '-' },
};

type Range = readonly [start: number, end: number];

/** Returns the ranges in the original of all occurrences of a text in the decoded text. */
function rangesOf(needle: string, { text, starts, ends }: Decoding): Range[] {
  const ranges: Range[] = [];
  const folded = foldCase(text);
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + 1)) {
    ranges.push([starts[at] ?? 0, ends[at + needle.length - 1] ?? 0]);
  }
  return ranges;
}

/** Converts a text to lower case without changing its length. */
function foldCase(text: string): string {
  return text.replace(/\p{L}/gu, letter => {
    const lower = letter.toLowerCase();
    return lower.length === letter.length ? lower : letter;
  });
}

function cutRanges(text: string, ranges: readonly Range[]): string {
  let kept = '';
  let done = 0;
  for (const [start, end] of [...ranges].sort(([one], [other]) => one - other)) {
    if (end <= done) continue;
    // Overlapping ranges are cut together.
    if (start >= done) kept += `${text.slice(done, start)}…`;
    done = end;
  }
  return kept + text.slice(done);
}

/** Returns whether a secret can still be read: its letters and digits in order, or its bytes, with anything else between them. */
function isContained(form: string, text: string): boolean {
  const last = decodings(text).at(-1)?.text ?? '';
  const bare = bareText(decodings(form).at(-1)?.text ?? '');
  if (bare.length >= SHORTEST_BARE && bareText(last.replace(/&\w{1,30};/g, '')).includes(bare)) return true;
  const digits = text.replace(/0x|[^\da-f]/gi, '').toLowerCase();
  return form.length >= SHORTEST_BARE && digits.includes(hexOf(form));
}

function bareText(text: string): string {
  return foldCase(text.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, ''));
}

/**
 * Makes a server's text one short line for a message, without control characters, links or secrets. The line may be empty.
 *
 * @param secrets removed in every spelling
 */
export function serverText(text: string, secrets: readonly string[] = []): string {
  return shortLine(truncate(removeSecrets(text.slice(0, LONGEST_READ), secrets), LONGEST)) ?? '';
}

const LONGEST_READ = 4000;
const LONGEST = 200;
