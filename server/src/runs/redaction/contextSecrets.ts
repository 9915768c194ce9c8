import type { Span } from '../../model/text';
import { averageRun, isJumbled } from './randomLookingSecrets';
import { beginsCovered, isCovered, isPlaceholder, isSecretOf, secretName } from './secretNames';

/**
 * Finds secrets by the code or command before them, such as the password in `curl -u name:password`. Secrets in prose ("the password is …") are
 * found in `sentenceSecrets.ts`.
 */
export interface ContextFinder {
  /** In lower case; each match contains one of them. */
  keywords: readonly string[];
  find(text: string): Span[];
}

/** Names of password fields in forms. */
const FIELD = '(?:passwor[dt]|passwd|pwd|passphrase|secret|token|api_?key)';

/** Creates a finder from a pattern. The first group that matched is the secret. */
export function finder(
  keywords: readonly string[],
  pattern: RegExp,
  isOne: (value: string) => boolean = isValue,
): ContextFinder {
  return {
    keywords,
    find(text) {
      const spans: Span[] = [];
      for (const { indices } of text.matchAll(pattern)) {
        const [start, end] = indices?.slice(1).find(group => group !== undefined) ?? [0, 0];
        if (end > start && isOne(text.slice(start, end))) spans.push({ start, end });
      }
      return spans;
    },
  };
}

/** Returns whether a text may be a secret: anything except variables, placeholders and redacted text. */
function isValue(value: string): boolean {
  return (
    !isCovered(value) &&
    !beginsCovered(value) &&
    !isPlaceholder(value) &&
    !/^[$<{%-]/.test(value) &&
    /[\p{L}\p{N}]/u.test(value)
  );
}

/** Returns whether a text looks like a chosen or generated password: no word, name, path, number or version. */
export function isChosen(value: string): boolean {
  if (!isValue(value) || value.length < 6 || !/\d/.test(value) || !/\p{L}/u.test(value)) return false;
  return (
    !FILE.test(value) &&
    !LENGTH.test(value) &&
    !CALL.test(value) &&
    (/[!#$%^&*+~?@]/.test(value) || averageRun(value) <= 8)
  );
}

/** Returns whether a text is more than letters: a word such as `postgres` is a default password, which is no secret. */
function isUnusual(value: string): boolean {
  return isValue(value) && value.length >= 4 && !/^[a-z]+$/i.test(value);
}

/** Returns whether a value can't be a word, even in a sentence: it is long, and has both cases and digits, or short runs of one kind. */
export function isMade(value: string): boolean {
  if (!isChosen(value) || value.length < 8 || !/[a-z]/i.test(value) || NAME.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter(kind => kind.test(value)).length;
  return kinds === 3
    ? averageRun(value) <= 4.5
    : value.length >= 10 && averageRun(value) <= (UNSPEAKABLE.test(value) ? 5 : 3.5);
}

// `z.string().min(8)`
const CALL = /^[a-z_$][\w$]{0,40}(?:\.[\w$]{1,40}){1,5}\(/i;
// The required length of a password.
const LENGTH = /\d(?:文字|个?字符|個?字元|位|桁|자|글자|chars?|символ|-?stellig)/i;
const FILE = /^[.~]?\/|^\.|\.(?:pem|key|crt|cer|pub|json|ya?ml|txt|md|ts|js|py|env|p12|pfx|jks)$/i;
const UNSPEAKABLE = /[bcdfghjklmnpqrstvwxz]{5}/i;
// The code of an error, a model, a name with a number.
export const NAME = /^(?:[A-Z]{1,6}\d{1,8}|[A-Z]?[a-z]+\d{1,4}|\d+[A-Za-z]{1,3}|v?\d+(?:\.\d+)+.*|0x[\da-f]+)$/;

const QUOTED = String.raw`\\?"([^"\\\n]{1,200})|'([^'\n]{1,200})`;
const VALUE = String.raw`(?:${QUOTED}|([^\s"'\x60|;&<>\\]{3,200}))`;

/** Creates a finder of the value after an option of a program, in the same line. */
function optionOf(programs: string, option: string, isOne = isValue): ContextFinder {
  const beginnings = new RegExp(String.raw`(?<![\w.-])(?:${programs})(?=\s)`, 'gi');
  const pattern = new RegExp(String.raw`(?:\s(?:${option}))${VALUE}`, 'dg');
  const { find } = finder([], pattern, isOne);
  return {
    keywords: programs
      .toLowerCase()
      .split('|')
      .map(program => program.split(String.raw`\s`)[0] ?? program),
    find(text) {
      const spans: Span[] = [];
      let end = 0;
      for (const { index } of text.matchAll(beginnings)) {
        if (index < end) continue;
        const line = text.slice(index, index + LONGEST_LINE).split('\n', 1)[0] ?? '';
        end = index + line.length;
        for (const span of find(line)) spans.push({ start: span.start + index, end: span.end + index });
      }
      return spans;
    },
  };
}

const LONGEST_LINE = 400;
const SPACE = String.raw`(?:\s{1,3}|=)`;

const COMMANDS: readonly ContextFinder[] = [
  // A name, a blank and the value: of a Dockerfile, of shells, of web servers, of programs that keep settings.
  {
    keywords: ['env', 'setx', 'set -', '_param', 'config set', 'configure set', 'secrets set'],
    find(text) {
      const spans: Span[] = [];
      for (const { index, 0: match, 1: name = '', indices } of text.matchAll(SET_VARIABLE)) {
        const [start, end] = indices?.slice(2).find(group => group !== undefined) ?? [0, 0];
        const value = text.slice(start, end);
        // In a sentence the name is followed by more words.
        const isWhole =
          /["']/.test(match.slice(start - index - 1)) || ENDS_LINE.test(text.slice(end, end + LONGEST_LINE));
        if (isSecretOf(secretName(name), value) && (isWhole ? isValue(value) : isChosen(value)))
          spans.push({ start, end });
      }
      return spans;
    },
  },
  optionOf('http|https|xh|xhs', String.raw`(?:-a|--auth)[\s=]{1,3}["']?[\w.@-]{1,60}:`),
  optionOf('smbclient|rpcclient|smbmap|smbget|winexe|net', String.raw`-U\s{0,2}["']?[\w.\\]{1,60}%`),
  optionOf('sqlcmd|bcp|osql|isql|mosquitto_pub|mosquitto_sub|zip|unzip|hydra', String.raw`-P\s{0,3}`, isChosen),
  optionOf('ldapsearch|ldapadd|ldapmodify|ldapdelete|ldapwhoami|ldappasswd', String.raw`-[wsa]\s{1,3}`),
  optionOf('snmpwalk|snmpget|snmpset|snmpbulkwalk|snmptrap|snmpgetnext', String.raw`-[AXc]\s{0,3}`, isUnusual),
  optionOf('mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump|mongosh?|mongodump|mongorestore', `-p(?=["'])`),
  optionOf('7z|7za|7zz|rar|unrar', '-p', isChosen),
  optionOf('openssl', String.raw`-(?:k|K|pass(?:in|out)?\s{1,2}pass:)\s{0,2}`, isChosen),
  optionOf('keytool|jarsigner|apksigner', String.raw`-{1,2}(?:\w{0,10}(?:store|key)-?pass)\s{1,3}(?:pass:)?`),
  optionOf(String.raw`gh\ssecret|gh\svariable|glab\svariable`, `(?:-b|-v|--body|--value)${SPACE}`),
  optionOf(String.raw`vault\skv|vault\swrite`, String.raw`[\w.-]{1,60}=`),
  optionOf('vault', String.raw`login\s{1,3}(?!-)`, isChosen),
  optionOf(
    String.raw`heroku\sconfig:set|fly\ssecrets|flyctl\ssecrets|supabase\ssecrets|kubectl\screate\ssecret|oc\screate\ssecret|doppler\ssecrets`,
    String.raw`(?:--from-literal=)?[\w.-]{1,60}=`,
    isChosen,
  ),
  optionOf('wrangler|gh|vault|vercel|netlify|docker|base64|kubectl', String.raw`[^|]{0,100}<<<\s{0,3}`, isChosen),
  finder(['<<<'], new RegExp(String.raw`<<<\s{0,3}${VALUE}`, 'dg'), isMade),
  // A password in many programs, a port, a path or a project in others: the value decides.
  finder([' -p ', ' -w ', ' --pw '], new RegExp(String.raw`(?<=\s)(?:-[pPwW]|--pw)\s{1,3}${VALUE}`, 'dg'), isJumbled),
  optionOf(
    'useradd|usermod|snowsql|twine|cqlsh|hdbsql|ipmitool|smbclient|impala-shell|beeline',
    String.raw`-[pP]\s{1,3}`,
    isChosen,
  ),
  optionOf(
    'xfreerdp|xfreerdp3|mstsc|cmdkey|runas|psexec|msiexec|schtasks|wmic|wlfreerdp|sdl-freerdp',
    '/(?:p|pw|pwd|pass|password):',
    isChosen,
  ),
  finder(
    ['sqlplus', 'sqlldr', 'expdp', 'impdp', 'rman'],
    /(?<![\w-])(?:sqlplus|sqlldr|expdp|impdp|rman)\s{1,3}(?:-\w{1,2}\s{1,3}|target\s{1,3}|userid=){0,3}[\w.]{1,60}\/([^\s@"'/]{3,100})(?=[@\s]|$)/dgi,
  ),
  optionOf('mongo|mongosh|mongodump|mongorestore|mongoimport|mongoexport', String.raw`-p\s{1,3}`, isChosen),
  optionOf('lftp', String.raw`(?:-u|--user)\s{1,3}[\w.@-]{1,60},`),
  optionOf(
    String.raw`cargo\slogin|rclone\sobscure|bw\sunlock|bw\slogin\s\S{3,100}`,
    String.raw`(?<=\s(?:login|obscure|unlock|\S{1,80}@\S{1,80})\s{1,3})`,
    isMade,
  ),
  optionOf(
    String.raw`rabbitmqctl\sadd_user|rabbitmqctl\schange_password|rabbitmqctl\sauthenticate_user`,
    String.raw`(?:add_user|change_password|authenticate_user)\s{1,3}[\w.@-]{1,60}\s{1,3}`,
    isChosen,
  ),
  finder(
    ['-command'],
    new RegExp(String.raw`pass(?:word|phrase|code)?[-_]?command[\s=]{1,3}\\?["']?(?:echo|printf)\s{1,3}${VALUE}`, 'dg'),
    isChosen,
  ),
  optionOf('wpa_passphrase', String.raw`\S{1,60}\s{1,3}`),
  optionOf('nmcli|iwctl|networksetup', String.raw`(?:wifi-sec\.psk|password|psk)\s{1,3}`),
  optionOf('net', String.raw`use\s[^\n]{0,100}?\s(?=\S{3,100}\s+/user:)`, isChosen),
  optionOf('net', String.raw`use\s[^\n]{0,100}?\s/user:\S{1,60}\s{1,3}(?!/)`),
  optionOf('net', String.raw`user\s{1,3}[\w.-]{1,60}\s{1,3}(?!/)`, isChosen),
  optionOf(
    'htpasswd',
    String.raw`-\w{0,6}b\w{0,6}\s(?:-\w{1,6}\s{1,3}){0,3}(?:\s{0,2}\S{1,100}\s)?\s{0,2}[\w.@-]{1,60}\s{1,3}(?!\S{0,100}\s{1,3}[^\s;&|#>])`,
  ),
  optionOf('ansible-vault', String.raw`encrypt_string\s{1,3}(?!-)`),
  optionOf('kinit|expect|su|passwd', String.raw`with\s{1,2}`, isChosen),
  optionOf('curl|wget|http|stripe|aws|gcloud|az|gh|npx|node|python3?|openai|llm', `--(?:api-)?key${SPACE}`, isChosen),
  finder(['--key'], new RegExp(String.raw`(?<=\s)--key${SPACE}${VALUE}`, 'dg'), isMade),
  finder(
    ['-stdin', '-token', 'sudo -s', 'su -c', 'passwd'],
    new RegExp(
      String.raw`(?<![\w-])(?:echo|printf)\s{1,3}(?:-n\s{1,2}|-e\s{1,2}|'%s'\s{1,2})?${VALUE}["']?\s{0,3}\|[^\n|]{0,120}(?:-stdin|--with-token|sudo\s-S|passwd)`,
      'dg',
    ),
  ),
];

const SET_VARIABLE = new RegExp(
  String.raw`(?:(?<![\w-])|(?<=\\[nt]))(?:ENV|[Ss]et[Xx]|[Ss]et[Ee]nv|set(?:\s-{1,2}[\w-]{1,12}){1,4}|\w{2,12}_param|passenger_env_var|config(?:ure)?\sset|user-secrets\sset)[^\S\n]{1,4}["']?([\w.:/-]{1,100})["']?[^\S\n]{1,8}${VALUE}`,
  'dg',
);
const ENDS_LINE = /^[^\S\n]*;?[^\S\n]*(?:\n|\\n|["'\x60]|$)/;

/** Finders for configuration files of servers, routers and clients. */
const DIRECTIVES: readonly ContextFinder[] = [
  finder(
    ['requirepass', 'masterauth'],
    new RegExp(String.raw`(?<![\w-])(?:requirepass|masterauth)\s{1,4}${VALUE}`, 'dgi'),
  ),
  finder(
    ['secret', 'password', 'community', 'key-string'],
    new RegExp(
      String.raw`^[^\S\n]{0,8}(?:enable|username\s\S{1,60}(?:\sprivilege\s\d{1,2})?|snmp-server|neighbor\s\S{1,60}|line\s\S{1,20}|standby\s\d{1,3})?[^\S\n]{0,3}(?:secret|password|community|key-string)[^\S\n]{1,3}(?:\d[^\S\n]{1,3})${VALUE}`,
      'dgim',
    ),
    isUnusual,
  ),
  finder(
    [' 0 ', ' 5 ', ' 7 '],
    /(?<=(?:chap|pap|isakmp|ospf|authentication|message-digest|tacacs-server|radius-server)\s(?:[\w.-]{1,30}\s){0,3}(?:password|key|secret)\s[057]\s)(\S{4,200})/dg,
    isUnusual,
  ),
  finder(['community'], /(?<=snmp-server\scommunity\s)(\S{4,100})(?=\sR[OW](?:\s|$))/dg, isUnusual),
  // A text that a template writes out.
  finder(
    ['{{'],
    /(?:password|passwd|passphrase|secret|token|api_?key)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?\{\{\s{0,3}\\?["']([^"'\\\n]{3,200})\\?["']\s{0,3}\}\}/dgi,
    isChosen,
  ),
  {
    keywords: ['variable'],
    find(text) {
      const spans: Span[] = [];
      for (const { 1: name = '', 2: value = '', indices } of text.matchAll(TERRAFORM_DEFAULT)) {
        const [start, end] = indices?.[2] ?? [0, 0];
        if (isSecretOf(secretName(name), value) && isChosen(value)) spans.push({ start, end });
      }
      return spans;
    },
  },
  // The fields of a form that was sent.
  {
    keywords: ['form-data'],
    find(text) {
      const spans: Span[] = [];
      for (const { 1: name = '', 2: value = '', indices } of text.matchAll(FORM_FIELD)) {
        const [start, end] = indices?.[2] ?? [0, 0];
        if (isSecretOf(secretName(name), value)) spans.push({ start, end });
      }
      return spans;
    },
  },
  finder(
    ['login'],
    new RegExp(
      String.raw`(?<![\w-])(?:machine\s{1,8}\S{1,100}|default)\s{1,8}login\s{1,8}\S{1,100}\s{1,8}(?:account\s{1,4}\S{1,60}\s{1,8})?password\s{1,8}${VALUE}`,
      'dg',
    ),
  ),
  // `.pgpass`: host, port, database, user, password.
  finder(
    [':'],
    /^(?=[\d.-]{0,40}[A-Za-z*]|\d{1,3}\.\d)[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w.*-]{1,60}:[\w.*@-]{1,60}:([^\s:/][^\s:]{2,200})[^\S\n]{0,4}$/dgm,
    isChosen,
  ),
  // Hashes of passwords, which can be guessed.
  finder(
    ['$apr1$', '$1$', '$5$', '$6$', '$2', '$y$', '$argon2', '$p$', '$sha1$', '$md5'],
    /(?<![\w$])(\$(?:apr1|1|5|6|y|P|2[abxy]?|argon2(?:id|i|d)|md5|sha1)\$[\w./,=+-]{1,100}\$?(?:[\w./,=+-]{1,200}\$?){0,4})/dg,
    value => value.length >= 20,
  ),
  // A block of YAML.
  finder(
    ['pass', 'secret', 'token', 'key'],
    /(?<![A-Za-z])(?:\w{0,30}(?:password|passwd|passphrase|secret|token|api_?key)):[^\S\n]{0,3}[|>][+-]?\d?[^\S\n]{0,3}\n[^\S\n]{1,20}([^\s][^\n]{2,200})/dgi,
    value => isUnusual(value) && !/^\$|\s/.test(value.trim()),
  ),
];

const TERRAFORM_DEFAULT =
  /(?<!\w)variable\s{1,4}\\?"([\w-]{1,60})\\?"\s{0,4}\{[^{}]{0,400}?\sdefault\s{0,4}=\s{0,4}\\?"([^"\\\n]{3,200})/dg;
const FORM_FIELD = /form-data;\s{0,3}name=\\?"([\w.[\]-]{1,60})\\?"(?:\r?\n|\\r\\n){2}([^\r\n\\]{3,400})/dgi;

/** Finds the values of columns with the name of a secret in `INSERT` statements. */
function insertedSecrets(text: string): Span[] {
  const spans: Span[] = [];
  for (const { index, 0: head, 1: names = '' } of text.matchAll(INSERTED)) {
    const kinds = names.split(',').map(name => secretName(name.replace(/[\s"'\x60[\]\\]/g, '')));
    if (kinds.every(kind => kind === undefined)) continue;
    // All rows of the statement.
    ROW.lastIndex = index + head.length;
    for (let row = ROW.exec(text); row; row = ROW.exec(text)) {
      const [, cells = ''] = row;
      const from = ROW.lastIndex - cells.length;
      let column = 0;
      for (const { 1: quoted, indices } of cells.matchAll(CELL)) {
        const [start, end] = indices?.[1] ?? [0, 0];
        if (quoted !== undefined && isSecretOf(kinds[column], quoted) && isChosen(quoted))
          spans.push({ start: from + start, end: from + end });
        column++;
      }
    }
  }
  return spans;
}

const INSERTED = /\binsert\s{1,4}into\s{1,4}[\w."\x60[\]]{1,80}\s{0,4}\(([^()]{1,600})\)\s{0,8}values\s{0,8}/gi;
const ROW = /\s{0,8}(?:,\s{0,8})?\(((?:'[^'\n]{0,400}'|"[^"\n]{0,400}"|[^()'"]|\([^()]{0,100}\)){1,300}\))/gy;
const CELL =
  /\s{0,8}(?:'([^'\n]{0,400})'|"[^"\n]{0,400}"|(?:[^,()'"\s]|\s(?!\s{0,8}[,)])|\([^()]{0,100}\)){0,200})\s{0,8}[,)]/dg;

const STATEMENTS: readonly ContextFinder[] = [
  { keywords: ['insert'], find: insertedSecrets },
  finder(
    ['crypt('],
    /(?:pgp_sym_(?:en|de)crypt(?:_bytea)?|aes_(?:en|de)crypt|(?:en|de)crypt)\(\s{0,3}[^(),\n]{1,100},\s{0,3}\\?["']([^"'\\\n]{3,200})\\?["']/dgi,
    isChosen,
  ),
  finder(
    ['sp_addlogin'],
    /sp_addlogin\s{1,3}(?:@\w{1,20}\s{0,3}=\s{0,3})?N?'[^'\n]{1,100}'\s{0,3},\s{0,3}(?:@\w{1,20}\s{0,3}=\s{0,3})?N?'([^'\n]{1,200})/dgi,
  ),
  // A declaration with a type between: `let secret: &str = "…"`.
  finder(
    ['secret', 'token', 'password', 'passwd', 'key'],
    /(?:password|passwd|secret|token|api_?key)\s{0,2}:\s{0,2}[&'\w.:<>[\]? ]{1,40}=\s{0,2}\\?["'`]([^"'`\\\n]{3,200})/dgi,
    isChosen,
  ),
  // An address without its protocol: `ann:…@host:5432`.
  finder(['@'], /(?<=(?<![\w.:/@-])[\w.-]{1,40}:)([^\s:@/"'`<>]{6,100})(?=@[\w.-]{1,60}:\d{2,5}(?!\w))/dg, isMade),
  // A program fills the field of a form.
  finder(
    ['.fill(', '.type(', 'send_keys(', 'sendkeys(', 'setvalue(', 'fill_in', 'fill('],
    new RegExp(
      String.raw`(?:${FIELD}[^"'\x60\n]{0,40}\\?["'\x60][^"'\x60\n.]{0,40}\.(?:fill|type|pressSequentially|send_?keys|setValue)\(|\.(?:fill|type|setValue)\(\s{0,3}\\?["'\x60][^"'\n]{0,80}${FIELD}[^"'\n]{0,40}(?:["'][^"'\n]{0,10}){0,2}\\?["'\x60],|fill_in\s{0,3}\(?\s{0,3}["'][^"'\n]{0,40}${FIELD}[^"'\n]{0,20}["'],\s{0,3}with:)\s{0,3}\\?["'\x60]([^"'\x60\\\n]{3,200})`,
      'dgi',
    ),
    isChosen,
  ),
  finder(
    ['identified'],
    /\bidentified\s{1,4}(?:with\s{1,4}\S{1,60}\s{1,4})?(?:by|as)\s{1,4}(?:password\s{1,4})?(?:\\?"([^"\\\n]{1,200})|'([^'\n]{1,200})|([^\s"'`;,]{3,200})(?=[\s"'`;,]|$)(?![^\S\n]{1,4}(?!account|default|temporary|profile|quota|password|replace|with|require|and)[a-z]))/dgi,
  ),
  finder(
    ['password'],
    /\bpassword\s{0,4}(?:=\s{0,4}|\(\s{0,4})?N?(?:'([^'\n]{1,200})'|\\?"([^"\\\n]{1,200})\\?")/dgi,
    isChosen,
  ),
  finder(
    ['securestring'],
    /\bConvertTo-SecureString\s{1,4}(?:-String\s{1,4})?(?:\\?"([^"\\\n]{1,200})|'([^'\n]{1,200})|([^\s"'`$;|()-][^\s"'`;|()]{2,200}))/dgi,
  ),
  finder(
    ['credential'],
    /\b(?:Network|PS)Credential\s{0,3}\(\s{0,3}["'][^"'\n]{0,80}["']\s{0,3},\s{0,3}["']([^"'\n]{1,200})/dgi,
  ),
  finder(
    ['login(', 'signin(', 'authenticate(', 'auth=(', 'auth(', 'basicauth(', 'connect('],
    /(?:login|signIn|authenticate|auth|basicAuth|connect)=?\(\s{0,3}\\?["'][^"'\\\n]{1,80}\\?["']\s{0,3},\s{0,3}\\?["']([^"'\\\n]{1,200})/dgi,
    isChosen,
  ),
  finder(
    ['password(', 'secret(', 'token(', 'apikey(', 'passphrase('],
    /(?:password|secret|token|api_?key|passphrase)\(\s{0,3}\\?["']([^"'\\\n]{3,200})\\?["']\s{0,3}\)/dgi,
    isChosen,
  ),
  finder(
    ['dbi->connect', 'passwordauthentication', 'pdo(', 'mysqli', 'getconnection(', 'pg_connect', 'usernamepassword'],
    /(?:DBI->connect|PasswordAuthentication|PDO|mysqli(?:_connect)?|getConnection|UsernamePassword\w{0,30})\(\s{0,3}(?:[^()"',\n]{1,60}|"[^"\n]{0,200}"|'[^'\n]{0,200}')(?:\s{0,3},\s{0,3}(?:[^()"',\n]{1,60}|"[^"\n]{0,200}"|'[^'\n]{0,200}'))?\s{0,3},\s{0,3}\\?["']([^"'\\\n]{1,200})\\?["']/dgi,
    isChosen,
  ),
  finder(['auth('], /(?:auth|authenticate)\(\s{0,3}\\?["']([^"'\\\n]{16,200})\\?["']\s{0,3}\)/dgi, isMade),
  // Cookies of sessions.
  finder(
    ['sess', 'connect.sid'],
    /(?<![\w.-])(?:connect\.sid|phpsessid|jsessionid|asp\.net_sessionid|(?:[a-z]{1,20}_){1,3}session)=([\w.%+/~-]{16,400})/dgi,
    isMade,
  ),
  finder(['jdbc:'], /jdbc:oracle:\w{1,10}:[\w.-]{1,60}\/([^\s@"'/]{1,200}(?:@(?!\/\/)[^\s@"'/]{1,100})?)(?=@)/dgi),
  finder(['wifi:'], /WIFI:(?:[A-OQ-Z]:(?:[^;\\\n]|\\.){0,100};){0,6}P:((?:[^;\\\n]|\\.){1,100})/dgi),
  finder(['"kty'], /"(?:k|d|p|q|dp|dq|qi)\\?"\s{0,4}:\s{0,4}\\?"([\w-]{6,2000})/dg),
  finder(
    ['private-'],
    /Private-(?:Lines:\s{0,3}\d{1,4}(?:\r?\n|\\n)([A-Za-z\d+/=]{8,200}(?:(?:\r?\n|\\n)[A-Za-z\d+/=]{8,200}){0,200})|MAC:\s{0,3}([\da-f]{40,64}))/dg,
  ),
  finder(['prv'], /(?<![A-Za-z\d])([xyzuvt]prv[A-Za-z\d]{60,140})(?![A-Za-z\d])/dg),
  // The beginning of a private key in base64, with or without its header.
  finder(
    ['mii', 'mhcc', 'mhqc', 'mig', 'mc4c', 'b3bl'],
    /(?<![A-Za-z\d+/])((?:MII[A-Za-z\d+/]{2,5}IB(?:AAKC|ADAN)|MII[A-Za-z\d+/]{2,4}AgEAA|MH[cQ]CAQEE|MIGkAgEB|MIHcAgEB|MIGHAgEAMB|MIG2AgEAMB|MC4CAQAwBQYDK2V|b3BlbnNzaC1rZXktdjE)[A-Za-z\d+/=]{8,4000}(?:(?:\r?\n|\\r?\\?n)[A-Za-z\d+/=]{16,200}){0,200})/dg,
  ),
  // An access key's secret directly after its id.
  finder(
    ['akia', 'asia'],
    /(?<![A-Za-z\d])A(?:KI|SI)A[A-Z\d]{16}[^\w\n+/]{0,6}\n?[^\w\n+/]{0,6}([A-Za-z\d+/]{40})(?![A-Za-z\d+/])/dg,
  ),
  // The lines below `secrets:` in YAML.
  {
    keywords: ['secrets:', 'credentials:', 'tokens:', 'passwords:'],
    find(text) {
      const spans: Span[] = [];
      for (const block of text.matchAll(
        /^[^\S\n]{0,20}(?:secrets|credentials|tokens|passwords):[^\S\n]{0,10}\n((?:[^\S\n]{1,20}[\w.-]{1,60}:[^\n]{0,300}(?:\n|$)){1,50})/gm,
      )) {
        const [whole, lines = ''] = block;
        const at = block.index + whole.length - lines.length;
        for (const span of YAML_VALUES.find(lines)) spans.push({ start: span.start + at, end: span.end + at });
      }
      return spans;
    },
  },
];

const YAML_VALUES = finder([], /^[^\S\n]{1,20}[\w.-]{1,60}:[^\S\n]{1,10}["']?([^\s"'#]{6,300})/dgm, isChosen);

/** All finders of secrets by context. Their matches may be ids. */
export const CONTEXT_FINDERS: readonly ContextFinder[] = [...COMMANDS, ...DIRECTIVES, ...STATEMENTS];
