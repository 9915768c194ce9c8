import type { FileLang, Span } from '../../model/text';
import { addToList } from '../../shared/arrays';
import type { RedactedKind, Redaction } from '../../shared/replay/index';
import { replaceJsonValues } from '../../text/json/replaceJsonValues';
import { findLastAtOrBefore } from '../../text/lines';
import { plainMarkdown } from '../../text/plainMarkdown';
import { isListedSecret } from './assignedSecrets';
import { findInDecodedText } from './findInDecodedText';
import { type PersonalKind, personalKindOf, personalSpans, redactPaths, userNames } from './personalData';
import { isJumbled, randomLookingSecrets } from './randomLookingSecrets';
import { mergedSpans, replaceSpans, spansOf } from './replaceSpans';
import { isCovered, isSecretOf, numberedPlaceholders, PASSWORD_WORDS, secretName } from './secretNames';
import { certainSecrets, secretSpans } from './secretPatterns';
import { secretsUnder } from './vendorSecrets';

/** Replaces secrets and personal data in the texts of one workflow run by placeholders. Equal texts get the same placeholder: `[secret 1]`. */
export interface Redactor {
  /** Redacts a line or any other text. */
  text(text: string): string;
  /**
   * Redacts a whole document. JSON stays valid; property names and everything that is not redacted stay unchanged. Adds the redacted texts
   * to `named`.
   */
  document(
    text: string,
    lang: Exclude<FileLang, 'jsonl'>,
    named?: CoveredTexts,
    streamed?: readonly StreamedSpans[],
  ): string;
  /** Finds what to redact in texts that continue from document to document, such as the pieces of a streamed answer. */
  streamed(documents: readonly string[]): StreamedSpans[];
}

/** The spans to redact in a document, by the ordinal of their string. */
export type StreamedSpans = ReadonlyMap<number, readonly StreamedSpan[]>;

/** A span of a text that continues from document to document: `kind` is absent where an earlier document has its placeholder. */
type StreamedSpan = Span & { kind: WholeText | undefined };

interface WholeText {
  text: string;
  kind: Found['kind'] | { after: string };
}

/** The redacted texts of a document, with their placeholders. */
export interface CoveredTexts {
  /** Texts that were redacted because of their property names, whole and as lines: nothing else identifies them. */
  whole: Map<string, string>;
  /** Other redacted texts. A truncated line may contain only their beginning, which is not recognisable by itself. */
  cut: Map<string, string>;
}

export function noCoveredTexts(): CoveredTexts {
  return { whole: new Map(), cut: new Map() };
}

interface Known {
  /** Ids of steps and runs, which may look like secrets. */
  ids?: ReadonlySet<string>;
  /** User names found in file paths. */
  users?: readonly string[];
  /** Called with each redacted text and its placeholder. */
  met?(what: RedactedKind, before: string, after: string): void;
}

/** Creates a redactor. The numbers of its placeholders continue from text to text. */
export function redactor(
  { paths, emails, secrets, words = secrets, personal, names, fields }: Redaction,
  known: Known = {},
): Redactor {
  const { ids = new Set<string>() } = known;
  let listener: CoveredTexts | undefined;
  /** The name of the current text suggests ids or hashes, which look random. */
  let namesAnId = false;
  const chosen = new Set(fields.map(name => name.trim().toLowerCase()).filter(name => name !== ''));
  const secretNumbers = numberedPlaceholders('secret');
  const emailNumbers = numberedPlaceholders('email');
  const fieldNumbers = numberedPlaceholders('field');
  const personalNumbers = {
    address: numberedPlaceholders('address'),
    phone: numberedPlaceholders('phone'),
    card: numberedPlaceholders('card'),
    account: numberedPlaceholders('account'),
    host: numberedPlaceholders('host'),
  };
  const users = userNames(known.users ?? []);
  const isId = (text: string) => ids.has(text);

  function met(what: RedactedKind, before: string, after: string): void {
    known.met?.(what, before, after);
    if (!listener || what === 'field') return;
    // In a sentence the end of a path with spaces is unknown, and the context that identifies a secret may be outside a
    // line.
    const isKnownAlone = what === 'email' || (what === 'path' && !/\s/.test(before));
    const heard = isKnownAlone ? listener.cut : listener.whole;
    if (heard.size < MOST_TEXTS) heard.set(before, after);
  }

  // Redacting ends a word, so the rest may begin to look like a secret.
  function text(given: string): string {
    let before = given;
    for (let times = 0; times < MOST_TIMES; times++) {
      const after = coveredOnce(before);
      if (after === before) break;
      before = after;
    }
    return before;
  }

  function coveredOnce(given: string): string {
    let result = given;
    if (secrets || words || emails || personal)
      result = replaceSpans(result, findInDecodedText(result, foundIn), cover);
    if (paths) {
      result = redactPaths(result, (before, after) => met('path', before, after), users.add);
      result = users.covered(result, (before, after) => met('path', before, after));
    }
    return result;
  }

  function foundIn(given: string): Found[] {
    const found: Found[] = [];
    if (secrets) for (const span of secretSpans(given, isId)) found.push({ ...span, kind: 'secret' });
    if (words && !namesAnId)
      for (const span of randomLookingSecrets(given, isId)) found.push({ ...span, kind: 'word' });
    if (emails && given.includes('@')) for (const span of spansOf(given, EMAIL)) found.push({ ...span, kind: 'email' });
    if (personal) found.push(...personalSpans(given));
    return found;
  }

  function cover(before: string, kind: Found['kind']): string {
    if (kind === 'secret' || kind === 'word') return coverSecret(before, kind);
    const after = kind === 'email' ? emailNumbers(before.toLowerCase()) : personalNumbers[kind](before);
    met(kind === 'email' ? 'email' : 'personal', before, after);
    return after;
  }

  function coverSecret(secret: string, kind: 'secret' | 'word' = 'secret'): string {
    const after = secretNumbers(secret);
    met(kind, secret, after);
    return after;
  }

  function document(
    given: string,
    lang: Exclude<FileLang, 'jsonl'>,
    named?: CoveredTexts,
    streamed?: readonly StreamedSpans[],
  ): string {
    listener = named;
    // Comments and invalid JSON are plain texts.
    const covered =
      lang === 'markdown' || !isJson(given) ? text(withoutFields(given)) : json(given, named, 0, streamed);
    listener = undefined;
    return covered;
  }

  function streamed(documents: readonly string[]): StreamedSpans[] {
    const spans = documents.map(() => new Map<number, StreamedSpan[]>());
    const jsons = documents.map(json => (isJson(json) ? json : ''));
    for (const [name, texts] of neighbours(jsons, covers)) {
      // Times and ids go on from document to document, too, but are no text.
      if (ID_NAME.test(name) || texts.every(({ text }) => text === texts[0]?.text || TIME.test(text))) continue;
      const joined = joinedText(texts);
      const found: (Span & { kind: WholeText['kind'] })[] = findInDecodedText(joined, foundIn);
      const addPath = (path: string, after: string, start: number) =>
        void found.push({ start, end: start + path.length, kind: { after } });
      if (paths) redactPaths(joined, addPath, users.add);
      for (const { start, end, kind } of mergedSpans(found)) {
        let whole: WholeText | undefined = kind && { text: joined.slice(start, end), kind };
        for (const { document, ordinal, piece } of fragmentsOf(texts, start, end)) {
          addToList(spans[document] as Map<number, StreamedSpan[]>, ordinal, { ...piece, kind: whole });
          whole = undefined;
        }
      }
    }
    return spans;
  }

  function coverWhole({ text: whole, kind }: WholeText): string {
    if (typeof kind === 'string') return cover(whole, kind);
    met('path', whole, kind.after);
    return kind.after;
  }

  function namedSecret(name: string, around: string): ReturnType<typeof secretName> {
    if (!secrets) return undefined;
    return secretName(name) ?? (SAYS_LITTLE.has(name.toLowerCase()) ? secretName(around) : undefined);
  }

  function isSecret(value: string, name: string, around: string): boolean {
    const kind = namedSecret(name, around);
    if (isSecretOf(kind, value)) return kind === 'sure' || !ids.has(value);
    if (secrets && MAY_BE_SECRET.test(name) && !ids.has(value) && !isCovered(value) && isJumbled(value)) return true;
    // A random-looking value inside a secret object is secret, too.
    return secrets && kind === undefined && !HARMLESS.test(name) && !ids.has(value) && isSecretIn(around, value);
  }

  function covers(name: string): boolean {
    return chosen.size > 0 && name.length <= LONGEST_NAME && chosen.has(name.toLowerCase());
  }

  function json(
    given: string,
    named: CoveredTexts | undefined,
    depth: number,
    streamed: readonly StreamedSpans[] = [],
  ): string {
    const split = secrets ? splitSecrets(given, covers) : NONE_SPLIT;
    const hasWebKey = secrets && given.includes('"kty"');
    let ordinal = -1;
    return replaceJsonValues(given, {
      covers,
      cover(value) {
        if (isCovered(value.slice(1))) return value;
        const after = fieldNumbers(value);
        met('field', value, after);
        if (named) for (const one of textsIn(value)) named.whole.set(one, after);
        return JSON.stringify(after);
      },
      tells: name => secrets && secretName(name) !== undefined,
      field: description => (secrets ? SECRET_FIELD.exec(description)?.[0] : undefined),
      ...(names && { property: text }),
      string(written, name, around, before) {
        ordinal++;
        const spans = streamed.flatMap(one => one.get(ordinal) ?? []);
        const value = replaceSpans(written, spans, (_, whole) => (whole ? coverWhole(whole) : ''));
        if (isCovered(value)) return value;
        if (
          (hasWebKey && WEB_KEY.test(name)) ||
          isSecret(value, name, around) ||
          (secrets && before !== undefined && isListedSecret(before, value))
        ) {
          const after = coverSecret(value);
          named?.whole.set(value, after);
          return after;
        }
        const pieces = split.get(ordinal);
        if (pieces && spans.length === 0) return text(replaceSpans(value, pieces, piece => coverSecret(piece)));
        // Arguments of calls are often JSON in a string.
        if (depth < DEEPEST && JSON_START.test(value) && isJson(value)) return json(value, named, depth + 1);
        const kind = personal ? personalKindOf(name, value) : undefined;
        if (kind !== undefined) return cover(value, kind);
        namesAnId = ID_NAME.test(name);
        const after = text(besideVendor(value, name));
        namesAnId = false;
        return after;
      },
      number(token, name, around) {
        const kind = namedSecret(name, around);
        const isOne = kind === 'sure' || (kind === 'digits' && isSecretOf(kind, token));
        const who = isOne || !personal ? undefined : (personalKindOf(name, token) ?? personalSpans(token)[0]?.kind);
        if (!isOne && who === undefined) return undefined;
        const after = cover(token, who ?? 'secret');
        if (named) for (const one of writtenAs(token)) named.whole.set(one, after);
        return after;
      },
    });
  }

  /** Redacts a token that is identified by the vendor in its property name. */
  function besideVendor(value: string, name: string): string {
    if (!secrets || value.length > LONGEST_TOKEN) return value;
    const spans = secretsUnder(name, value).filter(({ start, end }) => !isId(value.slice(start, end)));
    return replaceSpans(value, spans, piece => coverSecret(piece));
  }

  /** Redacts the chosen fields in text that resembles JSON but is invalid. */
  function withoutFields(given: string): string {
    if (chosen.size === 0) return given;
    let covered = '';
    let at = 0;
    for (const { name, start, end } of fieldsIn(given)) {
      const value = given.slice(start, end);
      if (!chosen.has(name.toLowerCase()) || isCovered(value.slice(1))) continue;
      const after = fieldNumbers(value);
      met('field', value, after);
      covered += `${given.slice(at, start)}"${after}"`;
      at = end;
    }
    return covered + given.slice(at);
  }

  return { text, document, streamed };
}

interface Found extends Span {
  kind: 'secret' | 'word' | 'email' | PersonalKind;
}

function isSecretIn(around: string, value: string): boolean {
  return (
    around !== '' &&
    isSecretOf(secretName(around), value) &&
    /\d/.test(value) &&
    /[a-z]/i.test(value) &&
    value.length >= 6 &&
    !/\s/.test(value)
  );
}

/** The secret members of a JSON Web Key. */
const WEB_KEY = /^(?:k|d|p|q|dp|dq|qi)$/;
const NONE_SPLIT: ReadonlyMap<number, Span[]> = new Map();
const DEEPEST = 4;
const LONGEST_TOKEN = 500;
// Names of properties that describe a secret rather than contain it.
const HARMLESS =
  /^(?:kind|type|id|name|user|username|email|url|uri|host|path|file|scope|scopes|algorithm|alg|format|role|status|region|version|title|description|message|(?:.*[_-])?(?:at|on|date|time|expires?|expiry|ttl|id|name|type)|.*(?:At|On|Date|Time|Expires|Id|Name|Type))$/;
const TIME = /^\d{4}-\d\d-\d\dT/;
const ID_NAME =
  /(?:^|[_.-])(?:id|ids|uuid|guid|sha\d*|hash|digest|checksum|integrity|etag|fingerprint|commit|revision|rev|cursor|ref|parent|parent_?uuid|path|file|url|uri)$|[a-z](?:Id|Ids|Uuid|Hash|Digest|Sha|Ref|Url|Uri|Path|File|Cursor|Fingerprint)$/i;
const MOST_TIMES = 5;
const LONGEST_NAME = 200;
// In the description of a field of a form, by its label or its selector.
const SECRET_FIELD = new RegExp(
  `passwor[dt]|passwd|pwd|passphrase|passcode|secret|token|api[_ -]?key|(?<!\\p{L})(?:(?:pin|otp|cvv|cvc)(?!\\p{L})|${PASSWORD_WORDS.source})`,
  'iu',
);
// Names of secrets as well as of other things: the value decides.
const MAY_BE_SECRET = /^(?:auth|keys?|tokens?|pass|login)$/i;
// Property names whose meaning is given by the enclosing name.
const SAYS_LITTLE = new Set([
  ...['value', 'values', 'text', 'data', 'val', 'v', 'default', 'content', 'plaintext'],
  ...['stringvalue', 'bytesvalue', 'intvalue', 'doublevalue'],
]);
const JSON_START = /^\s{0,20}[[{]/;
const LOCAL = String.raw`[\p{L}\p{N}_.+%'-]`;
// `logo@2x.png` is an image.
const SCALE = String.raw`\d(?:\.\d)?x\.(?:png|jpe?g|gif|webp|svg|avif|heic|pdf|ico|bmp)(?![\p{L}\p{N}-])`;
const EMAIL = new RegExp(
  String.raw`(?<!${LOCAL})${LOCAL}{1,64}@(?!${SCALE})(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}\p{L}{2,24}`,
  'gu',
);

/** Finds text that looks like a JSON property: yields its name, and the span of its value. */
function* fieldsIn(text: string): Generator<{ name: string; start: number; end: number }> {
  const names = /"([^"\\\n]{1,100})"\s{0,20}:\s{0,20}/g;
  for (let match = names.exec(text); match; match = names.exec(text)) {
    const start = names.lastIndex;
    const end = endOfValue(text, start);
    if (end > start) yield { name: match[1] ?? '', start, end };
    names.lastIndex = end > start ? end : match.index + 1;
  }
}

// A string ends at its quote or its line's end. Not a regular expression, since a string may have ten megabytes.
function endOfValue(text: string, start: number): number {
  if (text[start] !== '"') {
    const word = /[-\w.]*/y;
    word.lastIndex = start;
    return start + (word.exec(text)?.[0].length ?? 0);
  }
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at];
    if (char === '"') return at + 1;
    if (char === '\n') return at;
    if (char === '\\') {
      if (!/./.test(text[at + 1] ?? '')) return at;
      at++;
    }
  }
  return text.length;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the texts in a JSON value, up to a limit; each also as one line. */
function textsIn(json: string): Set<string> {
  const texts = new Set<string>();
  replaceJsonValues(json, {
    covers: () => false,
    cover: value => value,
    number(token) {
      if (texts.size < MOST_TEXTS) for (const one of writtenAs(token)) texts.add(one);
      return undefined;
    },
    string(text) {
      if (texts.size < MOST_TEXTS) texts.add(text).add(lineOf(text.trim().slice(0, LONGEST_TEXT)));
      // Titles lack the marks of Markdown.
      if (texts.size < MOST_TEXTS) texts.add(lineOf(plainMarkdown(text).trim()));
      return text;
    },
  });
  return texts;
}

function lineOf(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** Returns the notations of a number in a line; none for a short number, which occurs everywhere. */
function writtenAs(token: string): string[] {
  return token.replace(/\D/g, '').length < SHORTEST_NUMBER ? [] : [token, String(Number(token))];
}

const SHORTEST_NUMBER = 3;
const MOST_TEXTS = 1000;
const LONGEST_TEXT = 400;

/**
 * Finds secrets that are split across neighbouring texts of JSON: of a list, or of properties with similar names. Returns the pieces by the
 * ordinal of their text.
 */
function splitSecrets(json: string, covers: (name: string) => boolean): ReadonlyMap<number, Span[]> {
  const pieces = new Map<number, Span[]>();
  for (const texts of neighbours([json], covers, LONGEST).values()) {
    for (const { start, end } of texts.length < 2 ? [] : certainSecrets(joinedText(texts))) {
      const fragments = fragmentsOf(texts, start, end);
      // A secret within a single text is found there.
      if (fragments.length < 2 || !isOne(fragments.map(({ text }) => text))) continue;
      for (const { ordinal, piece } of fragments) addToList(pieces, ordinal, piece);
    }
  }
  return pieces;
}

/** Returns what each of joined texts has of a span: the text there, and its span in that text. */
function fragmentsOf(texts: readonly Neighbour[], start: number, end: number): (Neighbour & { piece: Span })[] {
  const fragments: (Neighbour & { piece: Span })[] = [];
  const first = findLastAtOrBefore(texts.length, index => (texts[index] as Neighbour).start, start);
  for (let index = Math.max(0, first); index < texts.length; index++) {
    const one = texts[index] as Neighbour;
    if (one.start >= end) break;
    const piece = { start: Math.max(0, start - one.start), end: Math.min(one.text.length, end - one.start) };
    fragments.push({ ...one, text: one.text.slice(piece.start, piece.end), piece });
  }
  return fragments;
}

/** Returns whether texts together form one token. If the token ends with its text, the next text may begin with a word. */
function isOne(texts: readonly string[]): boolean {
  const whole = texts.join('');
  if (whole.startsWith('-----BEGIN')) return whole.includes('-----END');
  return !/\s/.test(whole) && texts.slice(1).every(text => text.length >= 4 && /\d/.test(text) && /[a-z]/i.test(text));
}

interface Neighbour {
  /** The index of its document. */
  document: number;
  ordinal: number;
  text: string;
  /** Its offset in the joined texts. */
  start: number;
}

function joinedText(texts: readonly Neighbour[]): string {
  return texts.map(({ text }) => text).join('');
}

/** Groups the texts of JSON documents by their names. */
function neighbours(
  documents: readonly string[],
  covers: (name: string) => boolean,
  longest = Number.POSITIVE_INFINITY,
): ReadonlyMap<string, Neighbour[]> {
  const byName = new Map<string, Neighbour[]>();
  for (const [document, json] of documents.entries()) {
    let ordinal = -1;
    replaceJsonValues(json, {
      covers,
      cover: value => value,
      string(text, name) {
        ordinal++;
        if (text.length === 0 || text.length > longest) return text;
        const alike = name.replace(/\d+/g, '#');
        const last = byName.get(alike)?.at(-1);
        addToList(byName, alike, { document, ordinal, text, start: last ? last.start + last.text.length : 0 });
        return text;
      },
    });
  }
  return byName;
}

// Longer texts are no pieces of a token.
const LONGEST = 2000;
