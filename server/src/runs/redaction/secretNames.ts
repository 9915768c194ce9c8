import { memoizeByText } from '../../text/memoize';

/** Returns a function that maps a secret text to a numbered placeholder such as `[secret 1]`. Equal texts get the same number. */
export function numberedPlaceholders(what: string): (text: string) => string {
  const numbers = new Map<string, number>();
  return text => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return `[${what} ${number}]`;
  };
}

/**
 * Returns how strongly a name suggests a secret. `sure`: any value is one. `likely`: a value that looks like a secret. `digits`: also a
 * short number.
 */
export function secretName(name: string): 'sure' | 'likely' | 'digits' | undefined {
  // A placeholder instead of the name says nothing about the value.
  if (name.length > LONGEST_NAME || isCovered(name)) return undefined;
  return certaintyOf(name);
}

const LONGEST_NAME = 100;

const certaintyOf = memoizeByText((name): 'sure' | 'likely' | 'digits' | undefined => {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    // `password1`, `token_2`
    .map(word => word.replace(/\d+$/, ''))
    .filter(word => word !== '');
  // `passwordValue`
  if (words.length > 1 && words.at(-1) === 'value') words.pop();
  const plain = words.join('');
  if (SURE.test(plain) || PASSWORD_NAME.test(name)) return 'sure';
  const last = words.at(-1) ?? '';
  if (DIGITS.has(last) && words.length <= MOST_WORDS) return 'digits';
  return LIKELY.test(plain) || (LIKELY_WORDS.has(last) && words.length <= MOST_WORDS) ? 'likely' : undefined;
});

const MOST_WORDS = 4;

/** Words for a password in languages other than English. Keywords leave out a first letter that may be a capital. */
export const PASSWORD_WORDS = {
  source: [
    'passwor[td]|kennwort|zugangsdaten|contrasenya|parole|wagwoord|fjalëkalimi?|lykilorð|pasahitz[ao]?|mot de passe|contrase[ñn]a|clave|senha|palavra-passe|parola(?: d’ordine)?|wachtwoord|l[öo]senord(?:et)?',
    'adgangskode[nr]?|passord(?:et)?|salasana|has[łl]o|heslo|jelsz[óo]|[şs]ifre|parool|slaptažodis|lozinka|zaporka|geslo|kata sandi',
    'парол[ьяіюь]|κωδικ[όο][ςσ]?|密码|密碼|口令|パスワード|暗証番号|비밀번호|비번|암호|mật khẩu|كلمة المرور|كلمة مرور|كلمة السر|گذرواژه',
    'סיסמ[הא]|รหัสผ่าน|पासवर्ड|পাসওয়ার্ড|கடவுச்சொல்',
  ].join('|'),
  keywords: [
    ...[
      'passwor',
      'kennwort',
      'zugangsdaten',
      'wagwoord',
      'kalimi',
      'lykilor',
      'pasahitz',
      'mot de passe',
      'contrase',
      'clave',
      'senha',
      'palavra',
      'parol',
      'parool',
      'wachtwoord',
      'senord',
    ],
    ...[
      'adgangskode',
      'passord',
      'salasana',
      'hasło',
      'haslo',
      'heslo',
      'jelsz',
      'ifre',
      'slapta',
      'lozinka',
      'zaporka',
    ],
    ...[
      'geslo',
      'kata sandi',
      'арол',
      'ωδικ',
      '密码',
      '密碼',
      '口令',
      'パスワ',
      '暗証番',
      '비밀번',
      '비번',
      '암호',
      't khẩu',
    ],
    ...['كلمة', 'گذر', 'סיס', 'รหัส', 'पास', 'পাস', 'கட'],
  ],
};
const PASSWORD_NAME = new RegExp(`^[\\W_]*(?:${PASSWORD_WORDS.source})[\\W_]*$`, 'iu');

const SURE = new RegExp(
  `(?:${[
    'passwords?|passwd|passwrd|passwort|pwd|passphrases?|passcodes?|masterpass|dbpass|userpass|smtppass|rootpass|authorizations?|cookies?',
    '(?:client|app|api|consumer|shared|webhook|signing|oauth|jwt|session|master)secrets?|seedphrase|mnemonic|secretaccesskey',
    '(?:secret|private|api|access|encryption|decryption|signing|master|shared|ssh|hmac|subscription|license|storageaccount)keys?',
    'connectionstrings?|(?:recovery|backup)codes?|keymaterial|(?:bind|root|sudo|admin|user|ldap|db|cert)pw',
  ].join('|')})$`,
);
const LIKELY =
  /(?:secrets?|token|(?:access|refresh|auth|api|bearer|session)tokens|credentials?|creds|(?:account|auth|service|function)key|signature)$/;
/** Matched as whole words only: `spin`, `compass` and `oauth` end with some of them. */
const LIKELY_WORDS = new Set([
  'pass',
  'auth',
  'jwt',
  'dsn',
  'pw',
  'pword',
  'psk',
  'wep',
  'sas',
  'bearer',
  'salt',
  'pepper',
]);
const DIGITS = new Set(['pin', 'otp', 'totp', 'mfa', 'cvv', 'cvc', 'passcode']);

/** Returns whether a value whose name suggests a secret looks like one; a word or two does not. */
export function looksSecret(value: string): boolean {
  return (
    value.length >= 6 && !/\s/.test(value) && (/[\d_+/=.-]/.test(value) || value.length >= 16) && !NO_SECRET.test(value)
  );
}

/** Returns whether a value looks like a PIN or another short code. */
export function isCode(value: string): boolean {
  return /^\d{3,8}$/.test(value) || (/\d/.test(value) && looksSecret(value));
}

/** Returns whether a value is secret, given how strongly its name suggests it. */
export function isSecretOf(kind: ReturnType<typeof secretName>, value: string): boolean {
  if (kind === undefined || value.trim() === '' || isCovered(value) || isPlaceholder(value)) return false;
  if (kind === 'digits') return isCode(value);
  return kind === 'sure' ? !isScheme(value) : looksSecret(value) && secretName(value) === undefined;
}

/** Returns whether the value is only an authorization scheme, or empty. */
export function isScheme(value: string): boolean {
  return SCHEME.test(value);
}

/** Returns whether a value only names a secret, or is a placeholder for one. */
export function isPlaceholder(value: string): boolean {
  return PLACEHOLDER.test(value) || SENTENCE.test(value);
}

export const SCHEMES = 'basic|bearer|digest|negotiate|ntlm|hmac|token|oauth|apikey';
const SCHEME = new RegExp(String.raw`^\s*(?:${SCHEMES}|none)?\s*$`, 'i');

// A variable, a call, a type, or a word for an omitted value.
const PLACEHOLDER =
  /^\s*(?:(?:your|my|insert|enter|replace)[_-](?:[a-z]{1,20}[_-]){0,4}(?:key|token|secret|password|credentials?|here)|\$\{?[\w.:-]+\}?|\$?\{\{?[\s\w.:-]*\}?\}|%\w+%|%[sdv]|<[\w\s.-]{1,60}>|[*•.…]{2,}|x{4,}|-{2,}|(?:process\.env|os\.environ|os\.getenv|env|secrets|vars|config|settings|self|this|args|req|request|ctx|options|opts|props|params|data|input|user|body|form)[.[(][\w.[\]"'(]*|(?:string|str|number|integer|int|boolean|bool|object|any|unknown|null|none|undefined|nil|true|false|required|optional|hidden|redacted|masked|filtered|omitted|n\/a|unset|empty|missing|invalid|text|password|token|secret|credentials?|username|email)[;,.?!]*|\[(?:redacted|masked|filtered|hidden|omitted)\])\s*$/i;

// A sentence about a secret.
const SENTENCE =
  /^[A-Z]?[a-z]+\s(?:[a-z]+\s){0,10}?(?:do|does|must|not|be|is|are|should|your|please|cannot|required|at least)\s/;

// A number, a version, a time, an algorithm.
const NO_SECRET =
  /^(?:[\d.,:/%-]{1,9}|\d{4}-\d\d-\d\d(?:[T ][\d:.]+Z?(?:[+-][\d:]+)?)?|v?\d+(?:\.\d+){1,3}|o?auth[\d._-]*|same-origin|sha-?\d+|hmac-sha\d+|(?:rs|hs|es|ps)\d{3})$/i;

/** Returns whether a text is a placeholder of redaction, and nothing else. */
export function isCovered(text: string): boolean {
  return COVERED.test(text);
}

/** Returns whether a word is the beginning of a placeholder of redaction, which has a blank in it. */
export function beginsCovered(word: string): boolean {
  return BEGINS_COVERED.test(word);
}

const BEGINS_COVERED = /^\[+(?:secret|email|field|user|address|phone|card|account|host)(?: |$)/;
const COVERED = /^\[(?:secret|email|field|user|address|phone|card|account|host) \d+\]$/;
