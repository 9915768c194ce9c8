import type { Span } from '../../model/text';
import { spansOf } from './replaceSpans';

/**
 * Finds long words that look random: these may be secrets even without a name before them. Skips hashes, ids, paths and encoded files, if the
 * word itself or the text before it shows that it is one.
 */
export function randomLookingSecrets(text: string, isId: (text: string) => boolean): Span[] {
  const spans: Span[] = [];
  if (text.length < SHORTEST) return spans;
  for (const { 0: word, index } of [...text.matchAll(WORDS), ...text.matchAll(SEGMENTS)]) {
    if (word.length > LONGEST || !looksRandom(word) || isHarmless(word) || isId(word)) continue;
    if (isSegment(text, index, word) && !isDense(word)) continue;
    if (HARMLESS_BEFORE.test(text.slice(Math.max(0, index - LOOKED_AT), index))) continue;
    if (publicBlocks(text).some(({ start, end }) => start <= index && index < end)) continue;
    spans.push({ start: index, end: index + word.length });
  }
  return spans;
}

/** Returns the spans of certificates and public keys. */
function publicBlocks(text: string): Span[] {
  return text.includes('-----BEGIN') ? spansOf(text, PUBLIC_BLOCK) : [];
}

const PUBLIC_BLOCK =
  /-----BEGIN (?:CERTIFICATE|(?:[A-Z]{1,10} )?PUBLIC KEY|CERTIFICATE REQUEST)-----[A-Za-z\d+/=\s\\]{0,20000}/g;
const SHORTEST = 32;
// A longer word is an encoded file: an image, an archive.
const LONGEST = 300;
const LOOKED_AT = 60;
// Not after a slash, a dot or a sign of an address: there a word is part of a path or a name.
const WORDS = /(?<![\w+/.~@%\\-])\w[\w+/-]{31,}={0,2}(?![\w+/=]|\.[a-z])/g;

// After a leading slash or a name and a dot, or before a file name's end. Names of classes and files also stand there.
const SEGMENTS =
  /(?<=(?<![\w+/.~@%\\-])(?:\/|(?:[A-Za-z][\w-]{0,19}\.){1,2}))[A-Za-z\d][\w-]{31,}(?![\w+/=])|(?<![\w+/.~@%\\-])[A-Za-z\d][\w-]{31,}(?=\.[a-z])/g;

function isSegment(text: string, index: number, word: string): boolean {
  return (
    /[./]/.test(text.charAt(index - 1)) || /^\.[a-z]/.test(text.slice(index + word.length, index + word.length + 2))
  );
}

/** Returns whether a word mixes all kinds of letters and digits more densely than a name does. */
function isDense(word: string): boolean {
  return averageRun(word) <= DENSE && [/[a-z]/, /[A-Z]/, /\d/].every(kind => (word.match(kind) ?? []).length > 0);
}

const DENSE = 3;

/** Returns whether a short text must be a secret, whatever its name: no name, path, number or id looks like it. */
export function isJumbled(text: string): boolean {
  if (text.length < LEAST_JUMBLED || text.length > LONGEST || /[\s/\\]/.test(text) || !isDense(text)) return false;
  return JUMBLED.test(text) ? !/^[$%{<]/.test(text) : text.length >= LEAST_UNSIGNED && /^[A-Za-z\d]+$/.test(text);
}

const LEAST_JUMBLED = 8;
const LEAST_UNSIGNED = 24;
const JUMBLED = /[!#$%^&*+~?@]/;

/** Returns whether a word looks random: it consists of short runs of one kind of letter or digit, not of words and numbers. */
export function looksRandom(word: string): boolean {
  const segments = word.split(/[_/+=-]+/).filter(segment => segment !== '');
  const longest = segments.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest.length < Math.min(LEAST_IN_A_ROW, word.length) || HEX.test(longest)) return false;
  // Generated names and paths have words between their separators; after a vendor's prefix everything is random.
  if (longest.length < SHORTEST && segments.some(segment => WORD.test(segment))) return false;
  return (word.match(/\d/g)?.length ?? 0) >= 2 && averageRun(longest) <= LONGEST_AVERAGE && isUnordered(longest);
}

const LEAST_IN_A_ROW = 12;
const HEX = /^[\da-f]+$/i;
const WORD = /^(?:[A-Z]?[a-z]{4,}|[A-Z]{4,})$/;
const LONGEST_AVERAGE = 3.4;

/** Returns the average length of the pieces of a text that are a word, an abbreviation or a number: `get`, `User`, `HTTP`, `42`. */
export function averageRun(text: string): number {
  return text.length / (text.match(/[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]+/g)?.length ?? 1);
}

/** Returns whether a text is neither an alphabet nor a repetition. */
function isUnordered(text: string): boolean {
  let steps = 0;
  for (let at = 1; at < text.length; at++) {
    const step = text.charCodeAt(at) - text.charCodeAt(at - 1);
    if (step >= 0 && step <= 1) steps++;
  }
  return steps <= text.length / 3 && new Set(text).size >= 10;
}

function isHarmless(word: string): boolean {
  return HARMLESS.some(pattern => pattern.test(word));
}

const HARMLESS = [
  // Hashes, and ids that consist of hexadecimal digits.
  /^(?:[a-z]+\d*[-_:])*(?:0x)?[\da-f-]{32,}$/i,
  // Subresource integrity, and go.sum.
  /^sha\d{3}-/i,
  // Ids of messages, calls and files in APIs of models and payments, by their prefixes.
  /^(?:chatcmpl|cmpl|msg|message|call|toolu|tooluse|srvtoolu|tool|resp|response|req|request|run|thread|asst|assistant|file|batch|evt|event|gen|trace|span|session|sess|conv|item|step|rs|fc|ws|cus|pi|pm|in|inv|ch|txn|price|prod|sub|acct|org|user|usr|proj|project|task|job|obs|cursor|page|vs|ft|ftjob|img|video|container|cntr|upload|snap|env|dep|dpl|prj|team|build|img|node|pod)[-_]/i,
  // The names of compiled functions: `_ZNSt6vector…`.
  /^_{1,2}(?:Z[A-Z\d]|R[A-Z])/,
  // Addresses of content, of wallets and of receivers.
  /^(?:baf[ky][a-z2-7]{50,60}|Qm[1-9A-HJ-NP-Za-km-z]{44}|(?:bc|tb|ltc|age|npub|note|addr|cosmos|osmo|lnbc)1[02-9ac-hj-np-z]{30,110})$/,
  // A public key, and the lines of a certificate.
  /^AAAA[BCE]3Nza/,
];

// Text before a word that makes it a hash, an id, or part of a path, an address or an encoded file.
const HARMLESS_BEFORE =
  /(?:\b(?:ssh-[\w-]{1,20}|ecdsa-[\w-]{1,30}|sha\d{0,3}|hash|digest|checksum|integrity|etag|fingerprint|commit|h1|base64|xpub|revision|cursor|nonce|boundary)\W{0,4}|\/\/[^\s"'<>]{0,60})$/i;
