import type { Span } from '../../model/text';
import { isJumbled } from './randomLookingSecrets';
import { isCovered, isPlaceholder, isScheme, isSecretOf, looksSecret, secretName } from './secretNames';

/** Finds secrets that follow a name, such as `password=…`, `"token": "…"`, `--api-key …` and `<secret>…</secret>`, so that they can be redacted. */
export function assignedSecrets(text: string): Span[] {
  return [...assignments(text), ...pairs(text), ...listed(text), ...elements(text)];
}

/** Keywords: every text with a secret of this kind contains at least one. */
export const ASSIGNING = [
  ...[
    'pass',
    'pwd',
    'pw',
    'secret',
    'token',
    'key',
    'authorization',
    'credential',
    'creds',
    'cookie',
    'connection',
    'auth',
  ],
  ...['jwt', 'pin', 'otp', 'dsn', 'psk', 'mnemonic', 'seed', 'code', 'cvv', 'cvc', 'mfa', 'signature'],
];

// Matched at the end of a name; its beginning does not matter.
const SURE_END = `secret_key_base|pass(?:word|phrase|code|wd|wort)s?|passwrd|pwd|(?:db|user|smtp|root|master)_?pass|(?:bind|root|sudo|admin|user|ldap|db|cert)pw|(?:secret|private|api|access|account|encryption|signing|master)[_ -]?key|(?:client|app|api|shared|webhook)[_-]?secret|connection[_-]?string|mnemonic|seed[_ -]?phrase`;
const LIKELY_END = `(?:openai|anthropic|stripe|gemini|mistral|cohere|groq|aws|gcp|azure|github|gitlab|slack|sendgrid|twilio|datadog|deploy|license|session)_key|secret|token|authorization|credentials?|creds`;
// Whole words only: `spin`, `compass`.
const WORD_END = `(?<![A-Za-z])(?:pass|auth|jwt|pin|otp|totp|dsn|pw|psk|cvv|cvc|mfa(?:[_ -]code)?)`;
const CLOSES = String.raw`(?:\\?["'\x60\]]|[*_]){0,4}`;
const BETWEEN = String.raw`(?:\s\([^()\n]{1,20}\)|\s(?:for|of|on|at)\s(?:the\s)?[\w.@-]{1,30})?`;
const SAID = String.raw`\s{1,2}(?:is|was|to)(?:\s{1,2}now)?:?\s{1,2}`;
// `token = process.env.TOKEN ?? "…"`: the default value.
const FALLBACK = String.raw`\s{0,4}=\s{0,4}[\w.$]{1,60}(?:[([]["'\w]{1,40}[)\]])?\s{1,3}(?:\?\?|\|\||or)\s{1,3}(?=["'\x60])`;
const SIGN = String.raw`${FALLBACK}|\s{0,4}(?:=>|:=|={1,2}|:(?!\/\/)|\|)[*_]{0,3}\s{0,4}|${SAID}|\s{1,3}(?:-{1,2}>?|[–—→])\s{1,3}|\s{1,2}`;
const VALUE = String.raw`\\?"[^"\\\n]{1,400}|\\?'[^'\\\n]{1,400}|\x60[^\x60\n]{1,400}|[^\s"'\x60,;&<>(){}[\]\\|]{3,400}`;

const ASSIGNMENT = new RegExp(
  `(?:(${SURE_END})|(${LIKELY_END})|(${WORD_END}))\\d{0,3}(${CLOSES})(${BETWEEN}(?:${SIGN}))(?=(${VALUE}))`,
  'dgi',
);

function assignments(text: string): Span[] {
  const spans: Span[] = [];
  let covered = 0;
  for (const { indices, index, 1: sure, 3: word, 4: closes = '', 5: sign = '', 6: written = '' } of text.matchAll(
    ASSIGNMENT,
  )) {
    const [opening = ''] = /^\\?["'`]/.exec(written) ?? [];
    const value = written.slice(opening.length);
    const [start, end] = indices?.[6] ?? [0, 0];
    if (start < covered || value === '' || isCovered(value) || isPlaceholder(value) || isScheme(value)) continue;
    if (namesAPair(text, index)) continue;
    if (!stands({ text, index, sure, word, closes, sign, opening, value, end })) continue;
    covered = value.length < LONGEST ? end : endOfValue(text, end, opening.slice(-1));
    spans.push({ start: start + opening.length, end: covered });
  }
  return spans;
}

/** Returns whether the name of a user precedes this name, as in `Username/Password: ann / …`, so that the value begins with the user. */
function namesAPair(text: string, at: number): boolean {
  return PAIRED.test(text.slice(Math.max(0, at - 12), at));
}

const PAIRED = /(?:user|username|login|account|mail|id)\s?[/&+]\s?$/i;
const LONGEST = 390;

/** Returns the end offset of a value that is longer than the match. */
function endOfValue(text: string, from: number, quote: string): number {
  const ends = quote === '"' ? /["\n]/g : quote === "'" ? /['\n]/g : quote === '`' ? /[`\n]/g : /[\s"'`,;&<>]/g;
  ends.lastIndex = from;
  return ends.exec(text)?.index ?? text.length;
}

interface Assignment {
  text: string;
  index: number;
  sure: string | undefined;
  word: string | undefined;
  closes: string;
  sign: string;
  opening: string;
  value: string;
  end: number;
}

function stands({ text, index, sure, word, closes, sign, opening, value, end }: Assignment): boolean {
  const isQuoted = opening !== '';
  const assigns = /[=:]/.test(sign);
  if (!assigns) {
    const isOption = sign.trim() === '' && /--[\w-]{0,40}$/.test(text.slice(Math.max(0, index - 42), index));
    if (isOption && sure !== undefined) return !closes && (isQuoted || !WORDS.test(value));
    // In a sentence, an ordinary word is no secret.
    return (/[|→]|is|was|to|->/.test(sign) && looksSecret(value)) || isMade(value);
  }
  if (isQuoted ? /^[),;]/.test(value) : isCode({ text, sign, value, end })) return false;
  if (sure !== undefined && /^\S*\s*[=:]/.test(sign)) return value.length >= (isQuoted ? 1 : 3);
  return word === undefined ? looksSecret(value) : isSecretOf(secretName(word), value);
}

function isCode({ text, sign, value, end }: Pick<Assignment, 'text' | 'sign' | 'value' | 'end'>): boolean {
  if (/^\s/.test(text.slice(end, end + 1)) && SAYS_NO_MORE.test(value))
    return /^\s{1,2}[\w|>(]/.test(text.slice(end, end + 3));
  if (CODE.test(value) || /^[([.]/.test(text.slice(end, end + 1))) return !isMade(value);
  return (NAMES_ONE.test(value) || /=>$/.test(sign.trim())) && !/\d/.test(value);
}

/** Returns whether a text looks generated: one word that mixes letters of both cases and digits. */
function isMade(value: string): boolean {
  return /^[\w!#$%^&*+~-]{8,}$/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

// The beginning of an expression, a YAML tag, or a sentence about a secret.
const SAYS_NO_MORE =
  /^(?:await|new|yield|typeof|lambda|!{1,2}(?:vault|secret|ref|sub|getatt|env|env_var|include|reference|importvalue|file|binary|str)|see|ask|check|stored|kept|sent|saved|unchanged|please|must|should|managed|rotated|expired|wrong|incorrect)$/i;
// The name of a variable that holds a secret.
const NAMES_ONE = /^[a-z_]*(?:pass|secret|token|key|cred)[a-z_]*$/i;
// `token = tokens.new()`, not a value.
const CODE = /^[a-z_]\w*(?:\.[a-z_]\w*)+:?$/i;
const WORDS =
  /^(?:[a-z]{1,4}|option|flag|parameter|argument|value|switch|prompt|field|from|with|when|which|that|will|must|should)[.,:;!?]?$/i;

/** Finds names and values in separate fields, in any notation: `name: DB_PASSWORD` before or after `value: …`. */
function pairs(text: string): Span[] {
  const spans: Span[] = [];
  for (const { indices, 1: name = '', 2: first, 3: second, 4: before, 5: later = '' } of text.matchAll(PAIR)) {
    const [group, value] = before === undefined ? [first === undefined ? 3 : 2, first ?? second ?? ''] : [4, before];
    if (!isSecretOf(secretName(before === undefined ? name : later), value)) continue;
    const [start, end] = indices?.[group] ?? [0, 0];
    spans.push({ start, end });
  }
  return spans;
}

const NAMED = String.raw`(?<![A-Za-z])(?:name|key|field|header|variable|param|type)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?([\w.:-]{1,80})\\?["']?`;
const VALUED = String.raw`(?<![A-Za-z])value\\?["']?\s{0,3}[:=]\s{0,3}`;
const PAIR = new RegExp(
  `${NAMED}\\s{0,20},?\\s{0,20}\\\\?["']?${VALUED}(?:\\\\?["']([^"'\\\\\\n]{1,400})|([^\\s"',{}]{3,400}))|${VALUED}\\\\?["']([^"'\\\\\\n]{1,400})\\\\?["']\\s{0,20},?\\s{0,20}\\\\?["']?${NAMED}`,
  'dgi',
);

/** Finds secrets that follow their name in a list: `["--password", "…"]`, `("X-Api-Key", "…")`. */
function listed(text: string): Span[] {
  const spans: Span[] = [];
  for (const { indices, 1: name = '', 2: value = '' } of text.matchAll(LISTED)) {
    if (!isListedSecret(name, value)) continue;
    const [start, end] = indices?.[2] ?? [0, 0];
    spans.push({ start, end });
  }
  return spans;
}

const LISTED = /\\?["']([\w-]{2,80})\\?["']\s{0,4},\s{0,4}\\?["'](?=([^"'\\\n]{1,400}))/dgi;

/** Returns whether `value` is a secret, given the text before it in a list. */
export function isListedSecret(before: string, value: string): boolean {
  const isOption = before.startsWith('-');
  if (SHORT_OPTION.test(before)) return !isCovered(value) && isJumbled(value);
  // Most lists hold other things, and may be long.
  if (value.startsWith('--') || !(isOption || looksMade(value)) || !NAME.test(before)) return false;
  const name = secretName(before);
  if (name === undefined) return false;
  return isSecretOf(isOption ? 'sure' : name, value);
}

const NAME = /^[\w-]{2,60}$/;
/** Options for a password in some programs, and for a port, a path or a project in others. */
const SHORT_OPTION = /^-[apPwWks]$/;

// Excludes names: a list of names contains no secret.
function looksMade(value: string): boolean {
  return (
    (/\d/.test(value) && value.length >= 6) ||
    /^(?:bearer|basic|token)\s/i.test(value) ||
    /[a-z][A-Z].*[^\w-]/.test(value)
  );
}

function elements(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes('</')) return spans;
  for (const { indices, 1: name = '', 2: value = '' } of text.matchAll(ELEMENT)) {
    if (!isSecretOf(secretName(name.slice(name.indexOf(':') + 1)), value.trim())) continue;
    const [start, end] = indices?.[2] ?? [0, 0];
    spans.push({ start, end });
  }
  return spans;
}

const ELEMENT = /<([A-Za-z][\w:.-]{1,80})(?:\s[^<>]{0,200})?>([^<]{1,400})<\//dg;
