import type { Span } from '../../model/text';
import { averageRun, isJumbled } from './randomWords';
import { beginsCovered, isCovered, isPlaceholder, isSecretOf, PASSWORD_WORDS, secretName } from './secretNames';

/** Finds secrets by the command, statement or sentence before them. */
export interface ContextFinder {
  /** In lower case; each match contains one of them. */
  keywords: readonly string[];
  find(text: string): Span[];
}

/** Names of password fields in forms. */
const FIELD = '(?:passwor[dt]|passwd|pwd|passphrase|secret|token|api_?key)';

/** Makes a finder from a pattern. The first group that matched is the secret. */
function finder(
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

/** Any text except variables, placeholders and redacted text. */
function isValue(value: string): boolean {
  return (
    !isCovered(value) &&
    !beginsCovered(value) &&
    !isPlaceholder(value) &&
    !/^[$<{%-]/.test(value) &&
    /[\p{L}\p{N}]/u.test(value)
  );
}

/** Whether a text looks like a chosen or generated password: no word, name, path, number or version. */
function isChosen(value: string): boolean {
  if (!isValue(value) || value.length < 6 || !/\d/.test(value) || !/\p{L}/u.test(value)) return false;
  return (
    !FILE.test(value) &&
    !LENGTH.test(value) &&
    !CALL.test(value) &&
    (/[!#$%^&*+~?@]/.test(value) || averageRun(value) <= 8)
  );
}

/** Any text except words of letters only, such as `postgres`: a default password is no secret. */
function isUnusual(value: string): boolean {
  return isValue(value) && value.length >= 4 && !/^[a-z]+$/i.test(value);
}

/** Whether a value can't be a word even in a sentence: long, with both cases and digits, or with short runs of one kind. */
function isMade(value: string): boolean {
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
const NAME = /^(?:[A-Z]{1,6}\d{1,8}|[A-Z]?[a-z]+\d{1,4}|\d+[A-Za-z]{1,3}|v?\d+(?:\.\d+)+.*|0x[\da-f]+)$/;

const QUOTED = String.raw`\\?"([^"\\\n]{1,200})|'([^'\n]{1,200})`;
const VALUE = String.raw`(?:${QUOTED}|([^\s"'\x60|;&<>\\]{3,200}))`;

/** Finds the value after an option of a program in the same line. */
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

/** In configuration files of servers, routers and clients. */
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

const SAID = `(?:ist|lautet|est|es|é|è|e|is|er|är|on|je|to|jest|był|это|—|είναι|是|为|為|は|が|là|हैं?|คือ|هي|هو|היא|הוא|은|는|és|ir|yra|on|është|este|je|jest|è|é|ê)`;

/** Names of API keys. */
const API_KEY =
  "api[ _-]?keys?|cl(?:é|e) (?:d['’])?api|api-?[ -]?schlüssel|clave (?:de )?(?:la )?api|chave (?:de |da )?api|chiave api|api[ -]?sleutel|api[ -]?nyckel|api[ -]?n(?:ø|ö)kkel|api[ -]?nøgle|klucz api|ключ api|api[ -]?ключ|api ?密[钥鑰]|api ?金鑰|api ?キー|api ?키|מפתח api|مفتاح api";

/** Words for a key or a token in other languages. They also mean other things. */
const KEY_WORD =
  "(?:(?:wlan|wi-?fi|zugangs|netzwerk|sicherheits|geheim)-?)?schlüssel|(?:zugriffs|zugangs)-?token|jeton(?: d['’]accès)?|clé(?: (?:d['’]accès|secrète|wifi|wi-fi|de sécurité))?|llave|clave (?:secreta|de acceso|wifi)|ficha de acceso|chave(?: (?:secreta|de acesso))?|chiave(?: (?:segreta|di accesso))?|sleutel|nyckel|nøgle|nøkkel|klucz(?: dostępu)?|токен(?: доступа)?|ключ(?: доступа)?|секрет|令牌|访问令牌|密[钥鑰]|金鑰|トークン|(?:アクセス|秘密)?キー|토큰|(?:비밀 ?)?키|anahtar|belirteç|رمز الوصول|מפתח|token truy cập|khóa";

const SECRET_NOUN = '(?:pass(?:word|phrase|code|wd)|pwd?|pin|secret|api[ -]?key|token)';
const WORD_FOR_ONE = '(?:pass(?:word|phrase|code)|pw)';
const SPOKEN = String.raw`["'\x60“‘(]?([^\s"'\x60“”‘’(),;]{4,100}?)(?=[.!?]?(?:[\s"'\x60”’),;]|$))`;

/** Secrets in sentences, with other words between the name and the secret. */
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

/** Whether a word in a sentence looks like a password: it has a digit, and a sign or letters of both cases. */
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

/** All finders of secrets by context. Their matches may be ids. */
export const CONTEXT_FINDERS: readonly ContextFinder[] = [
  ...COMMANDS,
  ...DIRECTIVES,
  ...STATEMENTS,
  ...TOLD,
  ...SENTENCES,
];
