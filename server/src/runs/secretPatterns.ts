/** A kind of secret that is known by how it looks. */
interface SecretPattern {
  /** Global. Never goes over a text more than once: what it begins to match it matches, or soon gives up. */
  pattern: RegExp;
  /** What looks like one all the same, and isn't. */
  isNone?: (match: string) => boolean;
  /** How many characters at its beginning are not secret. */
  shown?: (match: string) => number;
}

/** Secrets in a text: what is not secret of them stays, what is becomes what `cover` makes of it. */
export function withoutSecrets(text: string, cover: (secret: string) => string): string {
  if (!MAYBE.test(text)) return text;
  let result = text;
  for (const { pattern, isNone, shown } of PATTERNS) {
    result = result.replace(pattern, match => {
      if (isNone?.(match)) return match;
      const from = shown?.(match) ?? 0;
      return match.slice(0, from) + cover(match.slice(from));
    });
  }
  return result;
}

/** Does a property of this name hold a secret, whatever it looks like? `sure`: even where that is a word. */
export function secretName(name: string): 'sure' | 'likely' | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (SURE_NAMES.test(plain)) return 'sure';
  return LIKELY_NAMES.test(plain) ? 'likely' : undefined;
}

/** Where only its name tells that a value is secret, a word or two is none. */
export function looksSecret(value: string): boolean {
  return value.length >= 6 && !/\s/.test(value) && (/[\d_+/=.-]/.test(value) || value.length >= 16);
}

/** The secret is not what is said in its place: a kind of authorization, or nothing. */
export function isScheme(value: string): boolean {
  return SCHEME.test(value);
}

const SCHEMES = 'basic|bearer|digest|negotiate|ntlm|hmac|token|oauth|apikey';
const SCHEME = new RegExp(String.raw`^\s*(?:${SCHEMES}|none)?\s*$`, 'i');

const LONGEST_NAME = 100;
const SURE_NAMES =
  /(?:passwords?|passwd|pwd|passphrases?|clientsecrets?|secretkeys?|privatekeys?|apikeys?|accesskeys?|authorizations?|cookies?|connectionstrings?)$/;
const LIKELY_NAMES = /(?:secrets?|token|accesstokens|refreshtokens|credentials?|accountkey|signature)$/;

// Most texts have none of these, and there are many.
const MAYBE =
  /sk-|gh[a-z]_|github_pat_|xox|xapp-|AKIA|ASIA|AIza|glpat-|eyJ|npm_|hf_|ya29\.|[srp]k_|SG\.|PRIVATE KEY|:\/\/|bearer|basic|pass|pwd|secret|token|key|authorization|credential|cookie|connection/i;

const hasDigit = (text: string) => /\d/.test(text);

const HEADER = String.raw`authorization(?:\\?["'])?\s{0,4}[:=]\s{0,4}(?:\\?["'])?(?:${SCHEMES})\s{1,4}`;
const LAST_WORD = /\S+$/;
// A kind of authorization that is spoken of.
const SAID = /^(?:auth|authentication|authorization|tokens?|scheme|headers?|credentials?)\W*$/i;

const PATTERNS: readonly SecretPattern[] = [
  // To its end, or to that of the text: half a key is one too.
  {
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----(?:[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----|[\s\S]*)/g,
  },
  // A line of a request: `Authorization: Basic …`, `Cookie: name=…; other=…`, to where it ends.
  {
    pattern: new RegExp(`${HEADER}[^\\s"'\`,;<>\\\\[\\]{}$]{4,}`, 'gi'),
    isNone: match => SAID.test(match.slice(match.search(LAST_WORD))),
    shown: match => match.search(LAST_WORD),
  },
  {
    pattern: /(?<![A-Za-z])(?:set-)?cookie(?:\\?["'])?\s{0,4}:\s{0,4}(?:\\?["'])?[\w.-]{1,100}=[^\r\n"'`\\]{1,4000}/gi,
    shown: match => /^[^:]+:\s*(?:\\?["'])?/.exec(match)?.[0].length ?? 0,
  },
  // Web tokens, and other JSON in base64.
  { pattern: /(?<![A-Za-z0-9])eyJ[\w-]{8,}(?:\.[\w-]+){0,4}/g },
  { pattern: /(?<![A-Za-z0-9])sk-[\w-]{16,}/g, isNone: match => !hasDigit(match) },
  { pattern: /(?<![A-Za-z0-9])gh[opsur]_[A-Za-z0-9]{16,}/g },
  { pattern: /(?<![A-Za-z0-9])github_pat_\w{16,}/g },
  { pattern: /(?<![A-Za-z0-9])(?:xox[a-z]|xapp)-[A-Za-z0-9-]{8,}/g },
  { pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{12,}/g },
  { pattern: /(?<![A-Za-z0-9])AIza[\w-]{20,}/g },
  { pattern: /(?<![A-Za-z0-9])glpat-[\w-]{16,}/g },
  { pattern: /(?<![A-Za-z0-9])(?:npm|hf)_[A-Za-z0-9]{20,}/g },
  { pattern: /(?<![A-Za-z0-9])[srp]k_(?:live|test)_[A-Za-z0-9]{8,}/g },
  { pattern: /(?<![A-Za-z0-9])ya29\.[\w-]{16,}/g },
  { pattern: /(?<![A-Za-z0-9])SG\.[\w-]{16,}(?:\.[\w-]+)?/g },
  // Who is in an address: `https://user:word@host`.
  { pattern: /(?<=:\/\/)[^\s/@:"'<>[\]]{0,100}:[^\s/@"'<>]{1,200}(?=@)/g, shown: match => match.indexOf(':') + 1 },
  {
    pattern: /(?<![A-Za-z0-9])(?:bearer|basic)\s{1,4}[\w.~+/=-]{8,}/gi,
    isNone: match => !/[\d=]/.test(match) && match.length < 30,
    shown: match => /^[a-z]+\s+/i.exec(match)?.[0].length ?? 0,
  },
  // `password=…`, `"token": "…"`, `--api-key …`.
  {
    pattern:
      /(?:passwords?|passwd|pwd|passphrase|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|account[_-]?key|connection[_-]?string|authorization|credentials?)(?:\\?["'])?(?:\s{0,4}(?:=|:(?!\/\/))\s{0,4}|\s{1,2}is\s{1,2})(?:\\?"[^"\\\n]{1,400}|\\?'[^'\\\n]{1,400}|[^\s"'`,;&<>(){}[\]\\]{4,})/gi,
    isNone: isNoAssignment,
    shown: startOfValue,
  },
  // Digits by the dozen beside a word that says what they are.
  {
    pattern:
      /(?<![A-Za-z])(?:key|secret|token|password|credential|signature)s?(?:\s{1,2}(?:is|was|of))?[\s:="'`]{1,5}[\w+/-]{32,}={0,2}/gi,
    isNone: match => !isRandom(match.slice(startOfLast(match))),
    shown: startOfLast,
  },
];

const ASSIGNED = /^[a-z _-]+(?:\\?["'])?(?:\s*[=:]\s*|\s+is\s+)(?:\\?["'])?/i;

function startOfValue(match: string): number {
  return ASSIGNED.exec(match)?.[0].length ?? 0;
}

function isNoAssignment(match: string): boolean {
  const value = match.slice(startOfValue(match));
  if (value === '' || isCovered(value)) return true;
  const isSaid = /\s+is\s+$/i.test(match.slice(0, match.length - value.length));
  const isSure = !isSaid && /^(?:passw|pwd|passphrase|api|access|secret[_-]|private|account|connection)/i.test(match);
  return !isSure && (!looksSecret(value) || CODE.test(value));
}

// `token = tokens.new()`, not a value.
const CODE = /^[a-z_]+(?:\.[a-z_]+)+$/i;

function startOfLast(match: string): number {
  return match.search(/[\w+/-]{32,}={0,2}$/);
}

/** Letters and digits in no order that a word, a path or a UUID has. */
function isRandom(text: string): boolean {
  if (UUID.test(text)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter(kind => kind.test(text)).length;
  return HEX.test(text)
    ? new Set(text).size >= 8
    : kinds === 3 || (kinds === 2 && hasDigit(text) && !/[/_-]/.test(text));
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HEX = /^[0-9a-f]+$/i;

/** What stands for something that was covered before. */
export function isCovered(text: string): boolean {
  return COVERED.test(text);
}

const COVERED = /^\[(?:secret|email|field|user)(?: |$)/;
