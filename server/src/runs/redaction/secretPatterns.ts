import type { Span } from '../../model/text';
import { ASSIGNING, assignedSecrets } from './assignedSecrets';
import { CONTEXT_FINDERS } from './contextSecrets';
import { looksRandom } from './randomLookingSecrets';
import { isPlaceholder, SCHEMES } from './secretNames';
import { SENTENCE_FINDERS } from './sentenceSecrets';
import { columnSecrets, tableSecrets } from './tableSecrets';
import { keywordIndex, type SecretFinder, vendorFinders } from './vendorSecrets';

/** Finds secrets in a text by their format, or by the names before them. */
export function secretSpans(text: string, isId: (text: string) => boolean): Span[] {
  const finders = findersFor(text);
  if (finders.size === 0) return [];
  const spans: Span[] = [];
  for (const { find, isWeak } of finders) {
    for (const span of find(text)) if (!isWeak || !isId(text.slice(span.start, span.end))) spans.push(span);
  }
  return spans;
}

/** Finds secrets by their format alone, in any context, even if an id has this format. */
export function certainSecrets(text: string): Span[] {
  const spans: Span[] = [];
  for (const { find, isWeak } of findersFor(text)) if (!isWeak) spans.push(...find(text));
  return spans;
}

interface Finder extends SecretFinder {
  /** Its matches may be ids. */
  isWeak?: boolean;
}

/** A kind of secret with a recognisable format. */
interface SecretPattern {
  /** In lower case; each match contains one of them. */
  keywords: readonly string[];
  /** Global; matches in linear time. */
  pattern: RegExp;
  /** Returns whether a match is no secret. */
  isNone?: (match: string) => boolean;
  /** The number of characters at the beginning of a match that are not secret. */
  shown?: (match: string) => number;
}

function finderOf(of: SecretPattern): Finder {
  return { keywords: of.keywords, find: text => patternSpans(text, of) };
}

function patternSpans(text: string, { pattern, isNone, shown }: SecretPattern): Span[] {
  const spans: Span[] = [];
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (isNone?.(match)) continue;
    const start = index + (shown?.(match) ?? 0);
    if (start < index + match.length) spans.push({ start, end: index + match.length });
  }
  return spans;
}

/** Prefixes of tokens. No word has them. */
const CERTAIN = [
  ...[
    'ghp_',
    'gho_',
    'ghs_',
    'ghu_',
    'ghr_',
    'github_pat_',
    'xoxa-',
    'xoxb-',
    'xoxe-',
    'xoxo-',
    'xoxp-',
    'xoxr-',
    'xoxs-',
    'xapp-',
  ],
  ...[
    'AKIA',
    'ASIA',
    'AIza',
    'glpat-',
    'npm_',
    'hf_',
    'sk_live_',
    'sk_test_',
    'rk_live_',
    'rk_test_',
    'pk_live_',
    'pk_test_',
  ],
  ...['ya29.', 'SG.', 'AQ.Ab', 'NRAK-', 'NRJS-', 'NRII-', 'tskey-', 'shptka_', 'CFPAT-', 'CCDB1_', 'AVNS_', 'LTAI'],
  ...[
    'vcp_',
    'vci_',
    'vca_',
    'vcr_',
    'vck_',
    'cfut_',
    'cfat_',
    'cfk_',
    'napi_',
    'nfp_',
    'nfc_',
    'tgp_v1_',
    'wandb_v1_',
  ],
  ...['hcaik_', 'hcxik_', 'hcamk_', 'sktsec_', 'polar_pat_', 'polar_oat_', 'polar_rst_', 'lin_wh_', 'figo_', 'figu_'],
  ...[
    'mdb_sa_sk_',
    'dbtu_',
    'dbtc_',
    'dbts_',
    'snyk_uat.',
    'snyk_sat.',
    'squ_',
    'sqp_',
    'sqa_',
    'sqb_',
    'crsr_',
    'sk-ws-',
  ],
  ...[
    'jina_',
    'rpa_',
    'flp_',
    'tr_prod_',
    'tr_dev_',
    'tr_stg_',
    'tr_pat_',
    'signkey-',
    'n8n_api_',
    'tsec_',
    'xsmtpsib-',
    'secret-live-',
    'secret-test-',
    'aph0_',
  ],
  ...['cal_live_', 'cal_test_', 'vtwn_', 'os_v2_app_', 'os_v2_org_', 'APP_USR-'],
  ...['packagist_ack_', 'packagist_ors_', 'hvr.', 'sl.u.', 'xoxc-', 'xoxd-'],
  ...['glwt-', 'glrtr-', 'glffct-', 'glpat-', 'dt0s16.', 'dt0s08.', 'dt0c01.', 'aws_bedrock_', 'mlsn.'],
  ...['cmVmdGtu', 'pdl_live_apikey_', 'pdl_sdbx_apikey_', 'rzp_live_', 'rzp_test_', 'FLWSECK'],
];

/** Prefixes of tokens that words may also have: the rest must look random. */
const LIKELY = [
  ...[
    'sk_',
    'whsec_',
    'GOCSPX-',
    'gsk_',
    'tvly-',
    'lsv2_pt_',
    'lsv2_sk_',
    'ls__',
    'sk-lf-',
    'r8_',
    'xai-',
    'pplx-',
    'sbp_',
  ],
  ...[
    'sb_secret_',
    'figd_',
    'phx_',
    're_',
    'pcsk_',
    'nvapi-',
    'fw_',
    'e2b_',
    'api_org_',
    'dp.pt.',
    'dp.st.',
    'dp.ct.',
    'dp.sa.',
  ],
  ...[
    'dp.scim.',
    'dp.audit.',
    'bb_live_',
    'fc-',
    'bkua_',
    'CCIPAT_',
    'CCIPRJ_',
    'ATCTT3',
    'ATBB',
    'ATATT3',
    'dckr_pat_',
    'dckr_oat_',
  ],
  ...[
    'cio',
    'oy2',
    'secret_',
    'ntn_',
    'lin_api_',
    'lin_oauth_',
    'sntrys_',
    'sntryu_',
    'vercel_',
    'rnd_',
    'railway_',
    'hvs.',
    'hvb.',
  ],
  ...[
    'doo_v1_',
    'dop_v1_',
    'dor_v1_',
    'shpat_',
    'shpca_',
    'shppa_',
    'shpss_',
    'pscale_tkn_',
    'pscale_pw_',
    'pscale_oauth_',
    'apify_api_',
  ],
  ...['dub_', 'zpka_', 'fk-', 'rootly_', 'depot_project_', 'depot_org_'],
  ...[
    'dapi',
    'PMAK-',
    'pypi-',
    'rdme_',
    'key-',
    'gldt-',
    'glrt-',
    'glft-',
    'glimt-',
    'glagent-',
    'glptt-',
    'glcbt-',
    'glsoat-',
    'gloas-',
  ],
];

/** Prefixes of tokens in base64, which may contain all of its signs. */
const ENCODED =
  'ABSK bedrock-api-key- essu_ IQoJb3JpZ2lu FwoGZXIvYXdz sntrys_eyJ glc_eyJ fm1r_ fm1a_ fm2_ ops_eyJ cflt apk_user_'.split(
    ' ',
  );
/** Prefixes of a few letters: the rest must be long and look random. */
const SHORT =
  'ak- ak_ as- pa- nk- ck- m0- llx- csk- csk_ live_ test_ key_ cog_ tl_ pk_ sess- app- dataset- secret- pat_ unkey_ prisma_ xau_ tid_ tbp_ NF- waka_ apk_ sgp_ phs_ phx_ cnvca AKID AKLT SCW K00 y0_ rk_ dose dkea K005 K004 K001 K002 K003 AQE API rl_ op_ st_ sk_car_ pd_sk_ sk_org_ tok_ mcp_ exa_ zep_ z_ bws_ bsy_ ctp_ cb_ fb_ dg_ lw_'.split(
    ' ',
  );
/** Prefixes before a secret id. */
const BEFORE_IDS =
  'pat-[a-z]{2,3}\\d- xaat- xapt- xait- sdk- api- mob- ctx7sk- waka_ access-production- access-sandbox- access-development- sk-lf- sk-helicone- sk-let- pd-'.split(
    ' ',
  );
const ID = '[\\da-f]{8}-(?:[\\da-f]{4}-){3}[\\da-f]{12}';

const lowered = (beginnings: readonly string[]) => beginnings.map(one => one.toLowerCase());
const eitherOf = (beginnings: readonly string[]) => `(?:${beginnings.join('|').replace(/[.$]/g, '\\$&')})`;

const HEADER = String.raw`authorization(?:\\?["'])?\s{0,4}[:=]\s{0,4}(?:\\?["'])?(?:${SCHEMES})\s{1,4}`;
const LAST_WORD = /\S+$/;
// An authorization scheme in a sentence.
const SAID = /^(?:auth|authentication|authorization|tokens?|scheme|headers?|credentials?)\W*$/i;

const PATTERNS: readonly SecretPattern[] = [
  // A private key, up to its end marker or the end of the text: half a key is also secret.
  {
    keywords: ['private key'],
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----(?:[\s\S]*?-----END [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----|[\s\S]*)/g,
  },
  // A request header, to the end of its line: `Authorization: Basic …`, `Cookie: name=…; other=…`.
  {
    keywords: ['authorization'],
    pattern: new RegExp(`${HEADER}[^\\s"'\`,;<>\\\\[\\]{}$]{4,}`, 'gi'),
    isNone: match => {
      const word = match.slice(match.search(LAST_WORD));
      return SAID.test(word) || isPlaceholder(word);
    },
    shown: match => match.search(LAST_WORD),
  },
  {
    keywords: ['cookie'],
    pattern: /(?<![A-Za-z])(?:set-)?cookie(?:\\?["'])?\s{0,4}:\s{0,4}(?:\\?["'])?[\w.-]{1,100}=[^\r\n"'`\\]{1,4000}/gi,
    isNone: match => /=\[secret \d+\]$/.test(match),
    shown: match => /^[^:]+:\s*(?:\\?["'])?/.exec(match)?.[0].length ?? 0,
  },
  // Not in a `data:` address: a program encoded its content.
  { keywords: ['eyj'], pattern: /(?<![A-Za-z0-9]|;base64,)eyJ[\w-]{8,}(?:\.[\w-]+){0,4}/g },
  {
    keywords: lowered(CERTAIN),
    pattern: new RegExp(`(?<![A-Za-z0-9])${eitherOf(CERTAIN)}[\\w-]{8,}(?:\\.[\\w-]+){0,4}`, 'g'),
    isNone: match => /[a-z]/.test(match.slice(4)) && !/\d/.test(match) && match.length < 24,
  },
  { keywords: ['sk-'], pattern: /(?<![A-Za-z0-9])sk-[\w-]{16,}/g, isNone: match => !/\d/.test(match) },
  {
    keywords: lowered(LIKELY),
    pattern: new RegExp(`(?<![A-Za-z0-9_])${eitherOf(LIKELY)}[\\w-]{12,}(?:\\.[\\w-]+){0,4}`, 'g'),
    isNone: match => !hasRandom(match.replace(LIKELY_BEGINNING, '')),
  },
  {
    keywords: lowered(ENCODED),
    pattern: new RegExp(`(?<![\\w+/])${eitherOf(ENCODED)}[\\w+/-]{24,2000}={0,2}`, 'g'),
    isNone: match => !/\d/.test(match),
  },
  {
    keywords: lowered(SHORT),
    pattern: new RegExp(`(?<![\\w./-])${eitherOf(SHORT)}[\\w+/-]{16,400}={0,2}(?![\\w-])`, 'g'),
    isNone: match =>
      !looksRandom(match.slice(match.search(SHORT_REST)).replace(/={1,2}$/, '')) && !SHORT_HEX.test(match),
  },
  {
    keywords: [
      'pat-',
      'xaat-',
      'xapt-',
      'xait-',
      'sdk-',
      'api-',
      'mob-',
      'ctx7sk-',
      'waka_',
      'access-',
      'sk-l',
      'sk-h',
      'pd-',
    ],
    pattern: new RegExp(`(?<![\\w-])(?:${BEFORE_IDS.join('|')})${ID}(?![\\w-])`, 'g'),
  },
  // An unknown vendor's prefix, followed by what most vendors write after it.
  {
    keywords: ['_live_', '_prod_', '_pat_', '_sk_', '_secret_', '_key_', '_token_'],
    pattern: /(?<![\w./-])[a-z]{2,12}(?:_v\d)?_(?:live|prod|pat|sk|secret|key|token)_[A-Za-z\d]{20,200}(?![\w-])/g,
    isNone: match => {
      const rest = match.slice(match.lastIndexOf('_') + 1);
      return !looksRandom(rest) && !isRandom(rest);
    },
  },
  // Tokens without a prefix of letters, by their form alone.
  {
    keywords: ['access_token$'],
    pattern: /(?<!\w)access_token\$(?:production|sandbox)\$[a-z\d]{10,30}\$[\da-f]{32}/g,
  },
  { keywords: ['dp.'], pattern: /(?<![\w.])dp\.[a-z]{2,5}\.(?:[a-z\d_-]{2,35}\.)?[A-Za-z\d]{40,44}(?!\w)/g },
  {
    keywords: ['aqe'],
    pattern: /(?<![\w+/])AQE[A-Za-z\d+/]{20,200}={0,2}-[A-Za-z\d+/]{20,100}={0,2}-[^\s"'<>]{8,40}/g,
  },
  { keywords: ['1//0'], pattern: /(?<![\w/.])1\/\/0[\w-]{40,200}/g },
  { keywords: ['1/', '2/'], pattern: /(?<![\w/.])(?:1\/\d{12,20}|2\/\d{12,20}\/\d{12,20}):[\da-f]{32}(?![\w-])/g },
  { keywords: ['pat'], pattern: /(?<![\w.-])pat[A-Za-z\d]{14}\.[\da-f]{64}(?!\w)/g },
  { keywords: ['v1.0-'], pattern: /(?<![\w.-])v1\.0-[\da-f]{24}-[\da-f]{100,160}/g },
  { keywords: ['nral'], pattern: /(?<!\w)[\da-z]{32,36}(?:FFFF)?NRAL(?!\w)/g },
  { keywords: ['-us'], pattern: /(?<![\w-])[\da-f]{32}-us\d{1,2}(?![\w-])/g },
  { keywords: ['st.'], pattern: /(?<![\w.-])st\.[\da-f]{24}\.[\da-f]{32}\.[\da-f]{32}/g },
  { keywords: ['jqqj99'], pattern: /(?<!\w)[A-Za-z\d]{50,54}JQQJ99[A-Za-z\d]{20,40}/g },
  {
    keywords: ['azfu', '+acr', '+amc', '+ase', 'azse', 'acdb', 'apim', '+ast', 'aiot', '+arm', 'aeh'],
    pattern:
      /(?<![\w+/])[A-Za-z\d+/]{36,76}(?:AzFu|AzSe|\+ACR|\+AMC|\+ASt|\+ABa|ACDb|AIoT|\+AEh|APIM|\+ARm)[A-Za-z\d+/]{4,8}={0,2}/g,
  },
  { keywords: ['|'], pattern: /(?<![\w:|-])(?:prod|dev|preview|project):[\w:-]{3,100}\|[\w+/=-]{40,400}/g },
  { keywords: ['v1:'], pattern: /(?<![\w.:-])v1:[A-Za-z\d]{20,40}:[A-Za-z\d]{20,40}(?![\w-])/g },
  // An id or a name, and a secret after a colon or a dot.
  { keywords: [':'], pattern: new RegExp(`(?<![\\w-])${ID}:[\\da-f]{32}(?![\\w-])`, 'g') },
  {
    keywords: ['.'],
    pattern: /(?<![\w./:@-])(?:[A-Za-z\d]{8}\.[A-Za-z\d]{32}|[A-Za-z\d]{6}\.[A-Za-z\d]{6}:[\w-]{43})(?![\w-]|\.\w)/g,
    isNone: match =>
      !looksRandom(match.slice(match.search(/[^.:]+$/))) || HEX.test(match.slice(match.search(/[^.:]+$/))),
  },
  { keywords: ['.'], pattern: /(?<![\w./:@-])[\da-f]{32}\.[A-Za-z\d]{16}(?![\w-]|\.\w)/g },
  { keywords: ['|'], pattern: /(?<![\w|-])[a-z\d]{16}\|[\da-f]{32}\|[\da-f]{8}(?![\w|-])/g },
  { keywords: ['okta', '00'], pattern: /(?<![\w-])00[\w-]{40}(?![\w-])/g, isNone: match => !looksRandom(match) },
  // Bot tokens: the bot's number, and its secret.
  { keywords: [':aa'], pattern: /(?<=(?<!\w)(?:bot)?)\d{6,12}:AA[\w-]{30,}/g },
  {
    keywords: ['0.'],
    pattern: new RegExp(`(?<![\\w.-])0\\.${ID}\\.[A-Za-z\\d]{20,60}:[\\w+/]{20,60}={0,2}`, 'g'),
  },
  {
    keywords: ['mt', 'nd', 'nj', 'nt', 'nz', 'od', 'ot'],
    pattern: /(?<![\w.-])[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{25,40}(?![\w-])/g,
  },
  // URLs that are secret themselves, or end with a key.
  {
    keywords: ['infura', 'alchemy', 'quiknode', 'ankr.com', 'hooks.zapier', 'ifttt', 'hook.'],
    pattern:
      /(?<=\/\/(?:[\w-]{1,63}\.){0,4}(?:infura\.io(?:\/ws)?\/v3|alchemy(?:api)?\.(?:com|io)\/v2|quiknode\.pro|ankr\.com\/\w{1,30}|zapier\.com\/hooks\/catch\/\d{1,12}|ifttt\.com\/trigger\/[\w-]{1,60}(?:\/json)?\/with\/key|(?:eu|us)\d\.make\.com)\/)[\w-]{6,100}/g,
    isNone: match => !/\d/.test(match),
  },
  {
    keywords: ['webhook', 'hooks.slack'],
    pattern:
      /(?<=\/\/)(?:hooks\.slack\.com|discord(?:app)?\.com\/api\/webhooks|[\w-]{1,63}\.webhook\.office\.com)\/[\w@/.-]{20,400}/gi,
  },
  {
    keywords: [
      ...'key sig signature token secret password passwd pwd pass auth code credential'
        .split(' ')
        .map(word => `${word}=`),
    ],
    pattern:
      /[?&;](?:[a-z]{1,20}[_-])?(?:key|sig|signature|token|secret|password|passwd|pwd|pass|auth|code|x-amz-(?:signature|credential|security-token)|x-goog-signature)=[^\s&#"'`<>[\]{}]{8,2000}/gi,
    isNone: match => !/\d/.test(match.slice(match.indexOf('='))),
    shown: match => match.indexOf('=') + 1,
  },
  {
    keywords: ['accountkey=', 'sharedaccess'],
    pattern: /(?:AccountKey|SharedAccessKey|SharedAccessSignature)=[^\s;"'&]{8,1000}/gi,
    shown: match => match.indexOf('=') + 1,
  },
  // Credentials in a URL: `https://user:word@host`.
  {
    keywords: ['://'],
    pattern: /(?<=:\/\/)[^\s/@:"'<>[\]]{0,100}:[^\s/@"'<>]{1,200}(?=@)/g,
    isNone: match => /:(?:\[[a-z]+ \d+\]|\$\{?\w+\}?|\*+)$/.test(match),
    shown: match => match.indexOf(':') + 1,
  },
  // Credentials on a command line: `-u name:word`.
  {
    keywords: ['-u ', '-u=', '--user', '-user'],
    pattern: /(?<=^|[\s"'`,])(?:-u|--(?:proxy-)?user)[\s=]{1,3}["']?[^\s:"'$/-][^\s:"'$/]{0,100}:[^\s"'`$]{3,200}/g,
    isNone: match => /:(?:\d{1,5}|\[\w+|[a-z]{1,8})$/.test(match),
    shown: match => match.indexOf(':') + 1,
  },
  {
    keywords: ['mysql', 'mariadb', 'mongo'],
    pattern: /(?<=(?:mysql|mysqldump|mariadb|mongosh?)(?:\s[^\n]{0,200})?\s-p)(?!\[)[^\s"'=-][^\s"']{2,100}/g,
  },
  {
    keywords: ['login'],
    pattern:
      /(?<=(?:docker|podman|registry|az|oc)\s{1,3}login(?:\s[^\n]{0,200})?\s-p[\s=]{1,3}["']?)(?!\[)[^\s"']{3,200}/g,
  },
  { keywords: ['redis-cli'], pattern: /(?<=redis-cli(?:\s[^\n]{0,200})?\s-a\s{1,3}["']?)(?!\[)[^\s"']{3,200}/g },
  { keywords: ['sshpass'], pattern: /(?<=sshpass\s{1,4}-p\s{0,4}["']?)(?!\[)[^\s"']{3,100}/g },
  {
    keywords: ['bearer', 'basic'],
    pattern: /(?<![A-Za-z0-9])(?:bearer|basic)\s{1,4}[\w.~+/=-]{8,}/gi,
    isNone: match => (!/[\d=]/.test(match) && match.length < 30) || isPlaceholder(match.slice(match.search(LAST_WORD))),
    shown: match => /^[a-z]+\s+/i.exec(match)?.[0].length ?? 0,
  },
];

const SHORT_REST = /(?<=^(?:[A-Za-z\d]{1,10}[_-]|cflt|cnvca|AKI[DT]|AKLT|SCW|K00|dose|dkea|AQE|API))/;
// Some tokens consist of hexadecimal digits only.
const SHORT_HEX = /^(?:key_|tl_|sk_|pd_sk_|dose|dkea)[\da-f]{28,64}$/;
const LIKELY_BEGINNING = new RegExp(`^${eitherOf(LIKELY)}`);

const WEAK: readonly SecretPattern[] = [
  // Long digit sequences after a word that identifies them.
  {
    keywords: ['key', 'secret', 'token', 'password', 'credential', 'signature'],
    pattern:
      /(?<![A-Za-z])(?<!public[ _-])(?:key|secret|token|password|credential|signature)s?(?:\s{1,2}(?:is|was|of))?[\s:="'`]{1,5}[\w+/-]{32,}={0,2}/gi,
    isNone: match => !isRandom(match.slice(startOfLast(match))),
    shown: startOfLast,
  },
];

function startOfLast(match: string): number {
  return match.search(/[\w+/-]{32,}={0,2}$/);
}

/** Returns whether one of the words between dashes looks random. */
function hasRandom(text: string): boolean {
  return isRandom(text) || text.split(/[._-]/).some(word => word.length >= 12 && isRandom(word));
}

/** Returns whether letters and digits alternate more than in any word, path or UUID. */
function isRandom(text: string): boolean {
  if (UUID.test(text)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter(kind => kind.test(text)).length;
  return HEX.test(text)
    ? new Set(text).size >= 8
    : kinds === 3 || (kinds === 2 && /\d/.test(text) && !/[/_-]/.test(text));
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const HEX = /^[0-9a-f]+$/i;

const findersFor = keywordIndex<Finder>([
  ...vendorFinders,
  ...PATTERNS.map(finderOf),
  ...WEAK.map(pattern => ({ ...finderOf(pattern), isWeak: true })),
  { keywords: ASSIGNING, find: assignedSecrets, isWeak: true },
  ...[...CONTEXT_FINDERS, ...SENTENCE_FINDERS].map(finder => ({ ...finder, isWeak: true })),
  { keywords: [',', ';', '\t', '  '], find: columnSecrets, isWeak: true },
  { keywords: ['---'], find: tableSecrets, isWeak: true },
]);
