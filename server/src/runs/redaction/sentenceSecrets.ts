import type { Span } from '../../model/text';
import { type ContextFinder, finder, isChosen, isMade, NAME } from './contextSecrets';
import { averageRun, isJumbled } from './randomLookingSecrets';
import { PASSWORD_WORDS } from './secretNames';

const SAID = `(?:ist|lautet|est|es|é|è|e|is|er|är|on|je|to|jest|był|это|—|είναι|是|为|為|は|が|là|हैं?|คือ|هي|هو|היא|הוא|은|는|és|ir|yra|on|është|este|je|jest|è|é|ê)`;

/** Matches phrases that name an API key in a sentence, before the key itself. */
const API_KEY =
  "api[ _-]?keys?|cl(?:é|e) (?:d['’])?api|api-?[ -]?schlüssel|clave (?:de )?(?:la )?api|chave (?:de |da )?api|chiave api|api[ -]?sleutel|api[ -]?nyckel|api[ -]?n(?:ø|ö)kkel|api[ -]?nøgle|klucz api|ключ api|api[ -]?ключ|api ?密[钥鑰]|api ?金鑰|api ?キー|api ?키|מפתח api|مفتاح api";

/** Words for a key or a token in other languages. These words have other meanings, too. */
const KEY_WORD =
  "(?:(?:wlan|wi-?fi|zugangs|netzwerk|sicherheits|geheim)-?)?schlüssel|(?:zugriffs|zugangs)-?token|jeton(?: d['’]accès)?|clé(?: (?:d['’]accès|secrète|wifi|wi-fi|de sécurité))?|llave|clave (?:secreta|de acceso|wifi)|ficha de acceso|chave(?: (?:secreta|de acesso))?|chiave(?: (?:segreta|di accesso))?|sleutel|nyckel|nøgle|nøkkel|klucz(?: dostępu)?|токен(?: доступа)?|ключ(?: доступа)?|секрет|令牌|访问令牌|密[钥鑰]|金鑰|トークン|(?:アクセス|秘密)?キー|토큰|(?:비밀 ?)?키|anahtar|belirteç|رمز الوصول|מפתח|token truy cập|khóa";

const SECRET_NOUN = '(?:pass(?:word|phrase|code|wd)|pwd?|pin|secret|api[ -]?key|token)';
const WORD_FOR_ONE = '(?:pass(?:word|phrase|code)|pw)';
const SPOKEN = String.raw`["'\x60“‘(]?([^\s"'\x60“”‘’(),;]{4,100}?)(?=[.!?]?(?:[\s"'\x60”’),;]|$))`;

/** Find secrets in sentences where other words stand between the name and the secret, such as "the password for staging is …". */
const TOLD: readonly ContextFinder[] = [
  finder(
    ['pass', 'pw', 'pin', 'secret', 'key', 'token'],
    new RegExp(
      String.raw`(?<![\w-])${SECRET_NOUN}(?:\s(?:for|of|to|on|at)(?:\s[\w.@/-]{1,30}){1,6}?)?(?:\s(?:is|was|will\sbe|becomes|(?:was\s|is\s|has\s)?(?:been\s)?(?:changed|reset|set|updated|rotated)\sto)(?:\snow)?|['’]s)[:\s]\s{0,2}${SPOKEN}`,
      'dgi',
    ),
    isStrange,
  ),
  finder(
    ['as '],
    new RegExp(
      String.raw`(?<=(?<!\w)(?:use|used|using|with|enter|type|typed|set|try|tried|had)\s{1,2})${SPOKEN}\s{1,2}as\s(?:(?:the|a|your|my|its|his|her|their)\s)?(?:\w{1,20}\s)?${SECRET_NOUN}(?![\w-]|\s(?:hash|encod|type|format|algorithm|name|prefix|header|length|id|stor|manager|field|policy|generator|parser|kind|separator|column))`,
      'dgi',
    ),
    isStrange,
  ),
  finder(
    ['from '],
    new RegExp(
      String.raw`(?<![\w-])${WORD_FOR_ONE}(?:\s(?:for|of|on)(?:\s[\w.@/-]{1,30}){1,4}?)?\sfrom\s\S{1,100}\sto\s${SPOKEN}`,
      'dgi',
    ),
    isStrange,
  ),
  finder(
    ['from '],
    new RegExp(String.raw`(?<=(?<![\w-])${WORD_FOR_ONE}\sfrom\s)${SPOKEN}\sto\s\S{4,100}`, 'dgi'),
    isStrange,
  ),
  finder(
    [
      'zugangsdaten',
      'anmeldedaten',
      'identifiants',
      'credenciales',
      'credenciais',
      'credenziali',
      'inloggegevens',
      'доступ',
      'данные для входа',
    ],
    /(?:zugangsdaten|anmeldedaten|identifiants|credenciales|credenciais|credenziali|inloggegevens|доступы?|данные для входа)[^\S\n]{0,3}[:=][^\S\n]{0,3}[^\s/|,]{1,60}[^\S\n]{0,3}[/|,][^\S\n]{0,3}([^\s"'`,;()]{4,100})/dgi,
    isChosen,
  ),
  // `Username/Password: bob / …`
  finder(
    ['/'],
    /(?<![\w-])(?:user(?:name)?|login|account|e-?mail|id)\s?[/&+]\s?(?:pass(?:word)?|pw|pwd)[^\S\n]{0,3}[:=][^\S\n]{0,3}[^\s/|,]{1,60}[^\S\n]{0,3}[/|,:][^\S\n]{0,3}([^\s"'`,;()]{3,100})/dgi,
  ),
  finder(
    ['wifi', 'wi-fi', 'wlan', 'ssid'],
    /(?<![\w-])(?:wi-?fi|wlan|ssid)[^\n]{0,80}?[\s,;](?:key|pass|pw|code|psk)[:\s]\s{0,2}["'`]?([^\s"'`,;()]{5,100})/dgi,
    isStrange,
  ),
  finder(
    ['code', 'otp'],
    /(?<![\w-])(?:verification|security|login|sign-?in|confirmation|authentication|access|one-?time|2fa|mfa|sms)[ -](?:pass)?code(?:\s(?:for|from|to)\s(?:[\w.]{1,30}\s){0,2}?[\w.]{1,30})?(?:\s(?:is|was)|:)\s{0,2}["'`]?([A-Z]{0,2}-?\d{3}[ -]?\d{1,5})(?![\w.-])/dgi,
  ),
  finder(
    ['code'],
    /(?<![\w.-])((?:[A-Z]{1,2}-)?\d{3}[ -]?\d{1,5})\sis\syour\s(?:[\w.]{1,30}\s){0,4}?(?:pass)?code(?!\w)/dgi,
  ),
  finder(
    ['app'],
    /(?<!\w)app(?:lication)?[ -](?:specific[ -])?password(?:\sis|:)?\s{1,2}["'`]?([a-z]{4}(?:[ -][a-z]{4}){3})(?![\w-])/dgi,
  ),
  finder(
    ['key', 'serial', 'licen'],
    /(?<!\w)(?:licen[sc]e|product|activation|serial|cd)[ -](?:key|number|code)(?:\sis|:)?\s{1,2}["'`]?([A-Z\d]{4,8}(?:-[A-Z\d]{4,8}){2,7})(?![\w-])/dgi,
    // The number of a device has digits only.
    value => /\d/.test(value) && /[A-Z]/i.test(value),
  ),
  finder(
    ['code'],
    /(?<!\w)(?:the|your|this|my|a)\s(?:[a-z-]{1,20}\s)?code[:\s]\s{0,2}["'`]?(\d{4,8})["'`]?\s(?:expires|is\svalid|will\sexpire|can\sbe\sused|to\s(?:log|sign|verify|confirm))/dgi,
  ),
  finder(
    ['code', 'pin', 'tan', 'código', 'codice', 'код', '验证码', '驗證碼', 'コード', '인증번호', 'kod'],
    /(?<![\p{L}])(?:(?:(?:bestätigungs|sicherheits|zugangs|anmelde|freischalt|verifizierungs|einmal)-?|pin-)code|pin|m?tan|code\s(?:de\s(?:vérification|sécurité|confirmation)|pin)|código\sde\s(?:verificación|verificação|seguridad|segurança|acceso|acesso)|codice\sdi\s(?:verifica|sicurezza|accesso)|(?:проверочный\s|секретный\s)?код(?:\s(?:подтверждения|доступа|проверки))?|验证码|驗證碼|校验码|認証コード|確認コード|인증번호|인증\s?코드|kod\s(?:weryfikacyjny|dostępu)|verificatiecode|engångskod)[^\S\n]{0,3}(?:[:：=][^\S\n]{0,3}|(?:ist|lautet|est|es|é|è|jest|is|är|это|是|为|為|は|은|는)[^\S\n]{0,3})["'„“«「]?(\d{4,8})(?![\p{L}\d.])/dgiu,
  ),
  // A list of one-time codes.
  {
    keywords: ['codes'],
    find(text) {
      const spans: Span[] = [];
      for (const { 1: list = '', indices } of text.matchAll(CODES)) {
        const [from] = indices?.[1] ?? [0];
        for (const { 0: code, index } of list.matchAll(ONE_CODE))
          if (/\d/.test(code)) spans.push({ start: from + index, end: from + index + code.length });
      }
      return spans;
    },
  },
  // A secret that has to be rotated because it leaked.
  finder(
    ['rotate', 'revoke', 'leak', 'expose', 'compromised', 'invalidate'],
    /(?<!\w)(?:rotated?|revoked?|leaked|exposed|compromised|invalidated?)[:\s]{1,3}["'`]?([\w!#$%^&*+~?-]{12,200})(?![\w/-]|\.\w|\()/dgi,
    value => isMade(value) && averageRun(value) <= 3 && /[A-Z]/.test(value),
  ),
  // Several words are one secret; the phrase of a wallet has a fixed number of words.
  finder(
    ['phrase', 'mnemonic'],
    /(?:seed|recovery|secret|backup|wallet)[ _-]?phrase(?:\sis)?["']?\s{0,2}[:=]?\s{0,3}["']?([a-z]{3,8}(?:[^\S\n][a-z]{3,8}){11,23})(?![a-z])/dgi,
  ),
  finder(
    ['mnemonic'],
    /mnemonic(?:\sis)?["']?\s{0,2}[:=]?\s{0,3}["']?([a-z]{3,8}(?:[^\S\n][a-z]{3,8}){11,23})(?![a-z])/dgi,
  ),
  finder(
    ['passphrase'],
    /passphrase["']?[^\S\n]{0,2}[:=][^\S\n]{0,3}["']?([a-z]{3,12}(?:[^\S\n][a-z]{3,12}){3,7})(?=["']?[^\S\n]{0,2}[.]?(?:\r?\n|$))/dgi,
  ),
];

const CODES =
  /(?:recovery|backup|rescue|emergency|scratch|2fa|mfa|one-?time)\s(?:codes|passwords)[^\n]{0,60}\n((?:[^\S\n]{0,8}(?:\d{1,2}[.)]\s|[-*]\s)?[a-z\d]{4,8}(?:[- ][a-z\d]{4,8}){0,4}[^\S\n]{0,8}(?:\n|$)){1,30})/dgi;
const ONE_CODE = /(?<![\w-])[a-z\d]{4,8}(?:[- ][a-z\d]{4,8}){0,4}/gi;

/** Returns whether a word in a sentence looks like a password: it has a digit, and a sign or letters of both cases. */
function isStrange(value: string): boolean {
  return (
    isChosen(value) &&
    !NAME.test(value) &&
    !/^\d+[-\w]*$|^[A-Z]+-\d+$|^[a-z]+-?v?\d+$|\/|=|:\d|^v\d/i.test(value) &&
    !IDENTIFIER.test(value)
  );
}

// The names of a constant and of a variable.
const IDENTIFIER = /^(?:[A-Z]+(?:_[A-Z\d]+)+|[a-z]+(?:[A-Z][a-z]+)+\d)$/;

/** Without the first letter where it may be a capital. */
const KEY_KEYWORDS =
  'schlüssel zugriffs- zugangs- zugriffst zugangst truy jeton clé clave llave ficha chave chiave sleutel nyckel øgle økkel klucz окен люч екрет 令牌 密钥 密鑰 金鑰 トークン キー 토큰 키 anahtar belirte رمز מפתח khóa'.split(
    ' ',
  );

const SENTENCES: readonly ContextFinder[] = [
  finder(
    ['api'],
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:${API_KEY})[^\S\n]{0,3}(?:[:=：＝][^\S\n]{0,3}|${SAID}[^\S\n]{0,3})?["'“„«「『\x60]?([\w+/-]{16,200})(?![\w/-])`,
      'dgiu',
    ),
    isMade,
  ),
  finder(
    KEY_KEYWORDS,
    new RegExp(
      String.raw`(?<!\p{L})(?:${KEY_WORD})[^\S\n]{0,3}(?:[:=：＝][^\S\n]{0,3}|${SAID}[^\S\n]{0,3})["'“„«「『\x60]?([A-Za-z\d!#$%^&*+~?_-]{8,200})(?![\w/-]|\.\w|\()`,
      'dgiu',
    ),
    value => isMade(value) && averageRun(value) <= 3,
  ),
  finder(
    PASSWORD_WORDS.keywords,
    new RegExp(
      // Words for the password's purpose may stand between.
      String.raw`(?:${PASSWORD_WORDS.source})(?:\s[\p{L}\p{N}.’'-]{1,20}){0,3}?[^\S\n]{0,3}(?:[:=：＝][^\S\n]{0,3}|${SAID}[^\S\n]{0,3})["'“„«「『\x60]?[^\S\n]?([^\s"'“”„«»「」『』\x60，。、,;]{4,200})`,
      'dgiu',
    ),
    isChosen,
  ),
  finder(
    [
      'key',
      'token',
      'code',
      'secret',
      'password',
      'passcode',
      'creds',
      'credential',
      'salt',
      'pepper',
      'pw',
      'pass',
      'pin',
    ],
    /(?<![\w-])(?<!public )(?:keys?|tokens?|codes?(?!\s{1,3}[\da-f]{40}(?!\w))|secrets?|passwords?|passcodes?|creds|credentials?|salt|pepper|pw|pass|pin)(?:\s{1,2}(?:is|was|are|provided|given|used|called|named?|now|value|of|for|to|as|with|from|rejected|received)){0,3}\s{0,2}[:=#]?\s{0,3}["'`(“]?([A-Za-z\d!#$%^&*+~?]{8,200})(?![\w/-]|\.\w|\()/dgi,
    isMade,
  ),
  finder(
    ['creds', 'login', 'log in', 'user', 'account'],
    /(?<![A-Za-z])(?:creds|credentials|login|log\sin\sas|logged\sin\sas|user(?:name)?|account)[:\s]{1,3}[\w.@-]{1,60}(?:\s{0,2}[/|,]\s{0,2}|\s(?:with|and|using)\s)["'`]?([^\s"'`,;()]{6,100})/dgi,
    isMade,
  ),
  // The key's name is unknown, but the value looks like nothing else.
  finder(
    ['-key', '_key'],
    /(?<=[A-Za-z\d][_-]key(?:\\?["'])?\s{0,3}[:=]\s{0,3}\\?["']?)([A-Za-z\d!#$%^&*+~?]{8,200})(?![\w/.(-])/dgi,
    isJumbled,
  ),
  // A name with a generated value: `ann:…`, `ann/…`.
  finder(
    ['/'],
    /\/(?<=(?<![\w.:/@-])[a-z][a-z.]{1,30}\s?\/)\s?([A-Za-z\d!#$%^&*+~?]{8,60})(?![\w./:=@-])/dg,
    value => isJumbled(value) && /[A-Z]/.test(value) && /\d/.test(value) && averageRun(value) <= 2.5,
  ),
  finder(
    [':'],
    /(?<![\w.:/@-])[a-z][a-z.]{1,30}:([A-Za-z\d!#$%^&*+~?]{10,100})(?![\w./:=@-])/dg,
    value => isMade(value) && /[A-Z]/.test(value) && averageRun(value) <= 3,
  ),
];

/** The functions that find secrets in sentences, such as "the password is …". They may also match ids. */
export const SENTENCE_FINDERS: readonly ContextFinder[] = [...TOLD, ...SENTENCES];
