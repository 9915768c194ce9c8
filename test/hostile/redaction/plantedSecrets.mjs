// Secrets that are made anew, from parts: none is anybody's, and none stands here as a whole.

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdef`;
const BASE62 = UPPER + LOWER + DIGITS;
const BASE32 = `${UPPER}234567`;

/** Characters in no order, the same in each run of the tests. */
export function generator(seed) {
  let state = seed * 2654435761 + 1;
  return (alphabet, length) => {
    let text = '';
    for (let at = 0; at < length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      text += alphabet[Math.floor((state / 2 ** 32) * alphabet.length)];
    }
    return text;
  };
}

const some = generator(7);
const hex = length => some(HEX, length);
const base62 = length => `${some(LOWER, 1)}${some(UPPER, 1)}${some(DIGITS, 1)}${some(BASE62, length - 3)}`;
const uuid = () => [8, 4, 4, 4, 12].map(hex).join('-');
const base64 = text => Buffer.from(text).toString('base64');

/** By vendor: how its tokens look, or the name beside which they stand, as `name|token`. */
const VENDORS = [
  ...['p', 'o', 'u', 's', 'r'].map(letter => [`GitHub gh${letter}`, () => `gh${letter}_${base62(36)}`]),
  ['GitHub, fine-grained', () => `github_pat_${base62(22)}_${base62(59)}`],
  ['GitLab', () => `glpat-${base62(20)}`],
  ['GitLab runner', () => `glrt-${base62(20)}`],
  ['GitLab deploy', () => `gldt-${base62(20)}`],
  ['AWS id', () => `AKIA${some(BASE32, 16)}`],
  ['AWS session id', () => `ASIA${some(BASE32, 16)}`],
  ['AWS secret', () => `aws_secret_access_key|${base62(40)}`],
  ['Google API', () => `AIza${base62(35)}`],
  ['Google OAuth', () => `ya29.${base62(60)}`],
  ['Google client', () => `GOCSPX-${base62(28)}`],
  ['Slack bot', () => `xoxb-${some(DIGITS, 12)}-${some(DIGITS, 12)}-${base62(24)}`],
  ['Slack user', () => `xoxp-${some(DIGITS, 12)}-${some(DIGITS, 12)}-${some(DIGITS, 12)}-${hex(32)}`],
  ['Slack app', () => `xapp-1-A${some(BASE32, 10)}-${some(DIGITS, 13)}-${hex(64)}`],
  ['Slack webhook', () => `https://hooks.slack.com/services/T${some(BASE32, 10)}/B${some(BASE32, 10)}/${base62(24)}`],
  ['Stripe', () => `sk_live_${base62(24)}`],
  ['Stripe, restricted', () => `rk_live_${base62(24)}`],
  ['Stripe webhook', () => `whsec_${base62(32)}`],
  ['OpenAI project', () => `sk-proj-${base62(48)}`],
  ['OpenAI', () => `sk-${base62(20)}T3BlbkFJ${base62(20)}`],
  ['Anthropic', () => `sk-ant-api03-${base62(93)}AA`],
  ['Hugging Face', () => `hf_${some(LOWER + UPPER, 34)}`],
  ['npm', () => `npm_${base62(36)}`],
  ['PyPI', () => `pypi-AgEIcHlwaS5vcmc${base62(60)}`],
  ['RubyGems', () => `rubygems_${hex(48)}`],
  ['SendGrid', () => `SG.${base62(22)}.${base62(43)}`],
  ['Mailgun', () => `key-${hex(32)}`],
  ['Twilio', () => `SK${hex(32)}`],
  ['Telegram', () => `${some(DIGITS.slice(1), 10)}:AA${base62(33)}`],
  ['Discord bot', () => `MT${base62(22)}.${base62(6)}.${base62(38)}`],
  ['Discord webhook', () => `https://discord.com/api/webhooks/${some(DIGITS, 18)}/${base62(68)}`],
  ['Shopify', () => `shpat_${hex(32)}`],
  ['DigitalOcean', () => `dop_v1_${hex(64)}`],
  ['Databricks', () => `dapi${hex(32)}`],
  ['Linear', () => `lin_api_${base62(40)}`],
  ['Notion', () => `ntn_${some(DIGITS, 11)}${base62(35)}`],
  ['Figma', () => `figd_${base62(40)}`],
  ['Postman', () => `PMAK-${hex(24)}-${hex(34)}`],
  ['Sentry', () => `sntryu_${hex(64)}`],
  ['Grafana', () => `glsa_${base62(32)}_${hex(8)}`],
  ['Vault', () => `hvs.${base62(95)}`],
  ['Terraform', () => `${base62(14)}.atlasv1.${base62(65)}`],
  ['Doppler', () => `dp.pt.${base62(43)}`],
  ['Pulumi', () => `pul-${hex(40)}`],
  ['PlanetScale', () => `pscale_tkn_${base62(43)}`],
  ['Fly', () => `fo1_${base62(43)}`],
  ['Heroku', () => `HRKU-AA${base62(58)}`],
  ['Netlify', () => `netlify|${base62(43)}`],
  ['Cloudflare', () => `cloudflare|${base62(40).toLowerCase()}`],
  ['Datadog', () => `DATADOG|${hex(40)}`],
  ['New Relic', () => `newrelic|NRAK-${some(UPPER + DIGITS, 27)}`],
  ['Okta', () => `okta|00${base62(40)}`],
  ['Algolia', () => `algolia|${hex(32)}`],
  ['Groq', () => `gsk_${base62(52)}`],
  ['Perplexity', () => `pplx-${base62(48)}`],
  ['Replicate', () => `r8_${base62(37)}`],
  ['xAI', () => `xai-${base62(80)}`],
  ['Tavily', () => `tvly-${base62(32)}`],
  ['LangSmith', () => `lsv2_pt_${hex(32)}_${hex(10)}`],
  ['Langfuse', () => `sk-lf-${uuid()}`],
  ['Pinecone', () => `pcsk_${base62(60)}`],
  ['NVIDIA', () => `nvapi-${base62(64)}`],
  ['Docker', () => `dckr_pat_${base62(27)}`],
  ['Atlassian', () => `ATATT3${base62(186)}`],
  ['1Password', () => `A3-${['6', '11', '5', '5', '5'].map(size => some(UPPER + DIGITS, Number(size))).join('-')}`],
  ['age', () => `AGE-SECRET-KEY-1${some('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`],
  ['JSON web token', () => `${web({ alg: 'HS256' })}.${web({ sub: base62(8) })}.${base62(43)}`],
  ['RSA key', () => pem('RSA PRIVATE KEY')],
  ['OpenSSH key that is cut off', () => pem('OPENSSH PRIVATE KEY').split('-----END')[0]],
  ['Azure AD', () => `${base62(3)}8Q~${base62(34)}`],
  ['Azure storage', () => `AccountKey|${base62(86)}==`],
  ['Square', () => `sq0atp-${base62(22)}`],
  ['Artifactory', () => `AKCp${base62(69)}`],
];

function web(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function pem(what) {
  const lines = Array.from({ length: 4 }, () => base62(64));
  return `-----BEGIN ${what}-----\n${lines.join('\n')}\n-----END ${what}-----\n`;
}

// Ways in which a token is passed on.
const AROUND = [
  token => `Use ${token} for the deploy.`,
  token => ({ note: token }),
  token => [`curl https://api.example.com/x -H "X-Custom: ${token}"`],
  token => `the value (${token}), as said`,
];

function vendor([name, make], index) {
  const made = make();
  const [before, token] = made.includes('|') ? made.split('|') : ['', made];
  const value = before
    ? index % 2
      ? { [before]: token }
      : `${before} = "${token}"`
    : AROUND[index % AROUND.length](token);
  const secrets = token.includes('\n') ? token.split('\n').filter(line => line && !line.startsWith('--')) : [token];
  return { name, kind: 'vendor', value, secrets: before === 'AccountKey' ? [token.slice(0, -2)] : secrets };
}

/** Where a secret says by its name what it is: each makes of one something that holds it. */
const NAMED = {
  'name and value': word => ({ name: 'DB_PASSWORD', value: word }),
  'value before key': word => ({ value: word, key: 'SMTP_PASSWORD' }),
  'an option in a list': word => ['psql', '--password', word],
  'an option in a list, with its sign': word => ['x', `--api-key=${word}`],
  'a header as a pair': word => ['X-Api-Key', word],
  'headers in a list': word => [['Authorization', `Bearer ${word}`]],
  'headers as an object': word => ({ headers: { Cookie: `sid=${word}` } }),
  'under a name of its own': word => ({ credentials: { database: { main: word } } }),
  'a list under a name': word => ({ api_keys: [word] }),
  pass: word => ({ pass: word }),
  auth: word => ({ auth: word }),
  jwt: word => ({ jwt: word }),
  dsn: word => ({ dsn: `postgres://app:${word}@db.example.com/shop` }),
  encryption_key: word => ({ encryption_key: word }),
  password1: word => ({ password1: word }),
  userPassword: word => ({ userPassword: word }),
  'client-secret': word => ({ 'client-secret': word }),
  'a refresh token': word => ({ refresh_token: word }),
  'a passphrase': word => ({ passphrase: `${word} and two more` }),
  'a table': word => `| name | value |\n| --- | --- |\n| password | ${word} |`,
  'a column of a table': word => `| user | password | since |\n|---|---|---|\n| ann | ${word} | 2024 |`,
  'a bold label': word => `**Password:** ${word}`,
  'a bold name': word => `- **API key**: \`${word}\``,
  'code in Markdown': word => `\`password\`: \`${word}\``,
  XML: word => `<config><password>${word}</password></config>`,
  'attributes of XML': word => `<add key="DbPassword" value="${word}" />`,
  'attributes of XML, value first': word => `<var value="${word}" name="API_SECRET"/>`,
  'an arrow of PHP': word => `'password' => '${word}',`,
  'an arrow of Ruby': word => `:secret_key => "${word}"`,
  ':=': word => `password := "${word}"`,
  '==': word => `if password == "${word}":`,
  '-u': word => `curl -u deploy:${word} https://example.com`,
  '--user': word => `curl --user "deploy:${word}" https://example.com`,
  'an option with a blank': word => `login --password ${word} --verbose`,
  'the password of MySQL': word => `mysql -h db -u root -p${word} shop`,
  sshpass: word => `sshpass -p '${word}' ssh box`,
  'an address': word => `git clone https://ann:${word}@example.com/x.git`,
  'a query': word => `GET https://example.com/x?id=4&api_key=${word}&y=1`,
  'a file of settings': word => `HOST=a\nDB_PASS=${word}\nPORT=5`,
  YAML: word => `env:\n  - name: DB_PASSWORD\n    value: ${word}\n`,
  'a cookie': word => `Set-Cookie: session=${word}; HttpOnly`,
  Basic: word => `Authorization: Basic ${base64(`ann:${word}`)}`,
  'a sentence': word => `the password is ${word}, as before`,
  'JSON in a string': word => ({ arguments: JSON.stringify({ token: word }) }),
  'JSON in a string in a string': word => ({ arguments: JSON.stringify({ body: JSON.stringify({ password: word }) }) }),
  'JSON that is broken': word => `{"user": "ann", "password": "${word}", …`,
  'a connection string': word => ({ connectionString: `Server=a;Database=b;Pwd=${word}` }),
  'behind what stands for a secret': word => ({ password: `[secret 9] ${word}` }),
  'an attribute in bytes': word => ({ key: 'db.password', value: { bytesValue: base64(word) } }),
  Python: word => `conn = connect(user="ann", password="${word}")`,
  'a dictionary': word => `cfg['password'] = '${word}'`,
};

function named([name, around], index) {
  const word = `mango${index}${base62(9)}`;
  const value = around(word);
  const secrets = [word];
  if (name === 'Basic') secrets.push(base64(`ann:${word}`));
  if (name === 'an attribute in bytes') secrets.push(base64(word));
  return { name, kind: 'named', value, secrets };
}

const PIN = some(DIGITS.slice(1), 7);
const OTP = some(DIGITS.slice(1), 8);

const PERSONAL = [
  ['a private address', '10.20.31.47', address => `ssh to ${address}, then`],
  ['another private address', '192.168.77.13', address => ({ ip: address })],
  ['a public address', '203.0.113.77', address => `from ${address}:443`],
  ['an address of IPv6', '2001:db8:85a3::8a2e:370:7334', address => `listen on [${address}]`],
  ['an address of a network card', '3c:22:fb:9a:4e:71', address => `mac ${address}`],
  ['a telephone number', '+49 151 23456789', phone => `call ${phone} today`],
  ['a number in America', '(415) 555-0132', phone => `call ${phone}.`],
  ['a number by its name', '01715550199', phone => ({ phone_number: phone })],
  ['a card', '4556 7375 8689 9855', card => `paid with ${card}`],
  ['a card in one word', '5425233430109903', card => ({ note: `card ${card}` })],
  ['a card of America', '378282246310005', card => [card]],
  ['an account', 'DE89 3704 0044 0532 0130 00', account => `to ${account}`],
  ['an account in one word', 'GB29NWBK60161331926819', account => ({ to: account })],
  ['a host', 'db-03.prod.corp', host => `connect to ${host} now`],
  ['a host inside', 'billing.eu.internal', host => `http://${host}/x`],
  ['a host of one word', 'jenkinsbox', host => `open http://${host}:8080/job`],
  ['a host by its name', 'ann-laptop-4711', host => ({ hostname: host })],
  ['a mail address', 'zoe.quill@example.org', address => `ask ${address}`],
  ['a mail address in an address', 'max.planck%40example.org', address => `https://example.com/?to=${address}`],
].map(([name, secret, around]) => ({ name, kind: 'personal', value: around(secret), secrets: [secret] }));

const entities = text => [...text].map(char => `&#${char.charCodeAt(0)};`).join('');
const percent = text => [...text].map(char => `%${char.charCodeAt(0).toString(16)}`).join('');
const wide = text => [...text].map(char => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).join('');
const inHex = text => Buffer.from(text).toString('hex');

const ENCODED = [
  ['a token in base64', token => base64(token)],
  ['settings in base64', token => base64(`DB_PASSWORD=${token}`)],
  ['JSON in base64', token => base64(JSON.stringify({ user: 'ann', password: token }))],
  ['a token in hexadecimal digits', token => inHex(token)],
  ['a token in percent signs', token => percent(token)],
  ['a token with some percent signs', token => token.replace('_', '%5F')],
  ['a token in entities', token => entities(token)],
  ['a token with one entity', token => token.replace('_', '&#x5f;')],
  ['a token with signs that nobody sees', token => `${token.slice(0, 6)}\u200b${token.slice(6)}`],
  ['a token in wide letters', token => wide(token)],
  ['a token with a letter of Cyrillic', token => token.replace('p', '\u0440')],
  ['a token in base64 for addresses', token => Buffer.from(`token is ${token}?>`).toString('base64url')],
].map(([name, encode]) => {
  const token = `ghp_${base62(36)}`;
  const encoded = encode(token);
  return { name, kind: 'encoded', value: `see ${encoded} there`, secrets: [encoded, token] };
});

function split(name, around) {
  const token = `ghp_${base62(36)}`;
  const pieces = [token.slice(0, 14), token.slice(14, 27), token.slice(27)];
  return { name, kind: 'split', value: around(pieces), secrets: pieces.slice(1) };
}

const KEY = `ghp_${base62(36)}`;

/** @type {readonly import('./plantedSecrets.d.mts').PlantedSecret[]} */
export const plantedSecrets = [
  ...VENDORS.map(vendor),
  ...Object.entries(NAMED).map(named),
  { name: 'pin', kind: 'named', value: { pin: PIN }, secrets: [PIN] },
  { name: 'otp, a number', kind: 'named', value: { otp: Number(OTP) }, secrets: [OTP] },
  ...PERSONAL,
  ...ENCODED,
  split('a list of pieces', pieces => pieces),
  split('pieces of a text', pieces => ({ content: pieces.map(text => ({ type: 'text', text })) })),
  split('properties that are numbered', ([a, b, c]) => ({ part1: a, part2: b, part3: c })),
  { name: 'the name of a property', kind: 'property', value: { [KEY]: 1 }, secrets: [KEY] },
  ...scrambled(),
  ...outOfReach(),
];

/** What is not decoded, but looks random. */
function scrambled() {
  const twice = base64(base64(`DB_PASSWORD=mango${base62(9)}`));
  const reversed = [...`ghp_${base62(36)}`].reverse().join('');
  return [
    { name: 'encoded twice', kind: 'encoded', value: twice, secrets: [twice] },
    { name: 'reversed', kind: 'encoded', value: reversed, secrets: [reversed] },
  ];
}

/** What no redaction finds that knows nothing of who wrote it. */
function outOfReach() {
  return [
    {
      name: 'words in a sentence',
      kind: 'named',
      value: 'You get in with kiwi under blue stones.',
      secrets: ['kiwi under blue stones'],
      survives: 'Words that stand for themselves look like any others.',
    },
  ];
}

/** @returns {{ file: string, text: string }[]} */
export function plantedRuns() {
  const lines = makers => plantedSecrets.map((planted, index) => JSON.stringify(makers(planted, index))).join('\n');
  return [
    { file: 'wf_1.jsonl', text: `${lines(asMessage)}\n` },
    { file: 'calls.jsonl', text: `${lines(asCall)}\n` },
    {
      file: 'spans.otlp.json',
      text: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: plantedSecrets.map(asSpan) }] }] }),
    },
  ];
}

const timeOf = index => new Date(Date.UTC(2026, 5, 1, 10) + index * 1000).toISOString();

function asMessage({ value }, index) {
  return {
    id: `wf_1.${index + 1}`,
    timestamp: timeOf(index),
    from: 'plan',
    to: 'build',
    intent: 'idea',
    context: { project: 'boats', domain: 'feature', priority: 1, workflowId: 'wf_1' },
    payload: {
      input: 'Invites',
      output: typeof value === 'string' ? value : 'Done',
      details: value,
      confidence: 0.95,
      needsReview: false,
    },
  };
}

function asCall({ value }, index) {
  return {
    call_id: `t_call${String(index).padStart(6, '0')}`,
    agent: 'build',
    tool: 'run_shell',
    args: { input: value },
    ts: timeOf(index),
    confirm_required: false,
    expected_surface: 'SILENT',
    deadline_ms: 500,
  };
}

function asSpan({ value }, index) {
  const start = BigInt(Date.parse(timeOf(index))) * 1_000_000n;
  return {
    traceId: '5b8efff798038103d269b633813fc60c',
    spanId: String(index + 1).padStart(16, '0'),
    name: typeof value === 'string' ? value : 'step',
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + 1_000_000n),
    attributes: [
      { key: 'gen_ai.agent.name', value: { stringValue: 'build' } },
      { key: 'app.input', value: attribute(value) },
    ],
  };
}

function attribute(value) {
  const isList = Array.isArray(value) && value.every(one => typeof one === 'string');
  if (isList) return { arrayValue: { values: value.map(stringValue => ({ stringValue })) } };
  // SDKs write objects so.
  return { stringValue: typeof value === 'string' ? value : JSON.stringify(value) };
}

/** @param {string} text */
export function survivorsIn(text) {
  // A page says all of its run before its first script.
  const said = text.startsWith('<!doctype') ? text.slice(0, text.indexOf('<script>')) : text;
  let plain = said;
  for (let times = 0; times < 4; times++) {
    plain = plain
      .replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/\\(["\\/])/g, '$1');
  }
  return plantedSecrets.filter(({ secrets }) =>
    secrets.some(secret => said.includes(secret) || plain.includes(secret)),
  );
}
