// Tokens of vendors as they are issued in 2025 and 2026, secrets that only their surroundings tell, and values that are no
// secrets. All are made anew from parts. The second half of each list, by turns, is held out: no rule was written after looking at it.
import { generator } from './plantedSecrets.mjs';

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGITS = '0123456789';
const BASE62 = UPPER + LOWER + DIGITS;
const ALPHABETS = {
  '': BASE62,
  d: DIGITS,
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  l: LOWER + DIGITS,
  u: UPPER + DIGITS,
  w: `${BASE62}_-`,
  b: `${BASE62}+/`,
};

/** Fills a template: `{20}` are twenty letters and digits, `{h32}` hexadecimal digits, `{uuid}` an id. */
function filled(template, some) {
  return template
    .replaceAll('{uuid}', '{h8}-{h4}-4{h3}-a{h3}-{h12}')
    .replace(/\{([a-zH]?)(\d+)\}/g, (_, kind, length) => {
      const alphabet = ALPHABETS[kind];
      // Random words of this length have a digit; one without is drawn too seldom to be worth a test that depends on it.
      const text = some(alphabet, Number(length));
      return Number(length) >= 8 && !/\d/.test(text) ? `${text.slice(0, 3)}7${text.slice(4)}` : text;
    });
}

const VENDOR_TOKENS = `
Gemini auth key|AQ.Ab8RN6{w44}
Google refresh token|1//0{w100}
Vercel personal|vcp_{56}
Vercel integration|vci_{24}
Vercel app|vca_{24}
Vercel refresh|vcr_{24}
Vercel gateway|vck_{24}
Neon|napi_{l64}
Airtable|pat{14}.{h64}
Cloudflare user|cfut_{40}{h8}
Cloudflare account|cfat_{40}{h8}
Cloudflare global|cfk_{40}{h8}
Cloudflare Origin CA|v1.0-{h24}-{h146}
Resend|re_{8}_{24}
Bedrock long-term|ABSK{b128}
Bedrock short-term|bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t{b80}
New Relic user|NRAK-{u27}
New Relic browser|NRJS-{h19}
New Relic insights|NRII-{w32}
New Relic licence|{h32}FFFFNRAL
Tailscale auth|tskey-auth-k{15}CNTRL-{32}
Tailscale API|tskey-api-k{11}CNTRL-{32}
Tailscale OAuth|tskey-client-k{11}CNTRL-{32}
Doppler service|dp.st.prod.{43}
Doppler account|dp.sa.{43}
HubSpot America|pat-na1-{uuid}
HubSpot Europe|pat-eu1-{uuid}
Asana|2/{d16}/{d16}:{h32}
Asana, old|1/{d16}:{h32}
OpenRouter|sk-or-v1-{h64}
Cerebras|csk-{l48}
Together|tgp_v1_{w43}
Fireworks|fw_{24}
DeepSeek|sk-{h32}
ElevenLabs|sk_{h48}
Cartesia|sk_car_{22}
Firecrawl|fc-{h32}
Browserbase|bb_live_{w27}
E2B|e2b_{h40}
Modal id|ak-{22}
Modal secret|as-{22}
Weights & Biases|wandb_v1_{27}_{49}
LangSmith service|lsv2_sk_{h32}_{h10}
Helicone|sk-helicone-{l7}-{l7}-{l7}-{l7}
Unkey|unkey_{24}
Stytch|secret-live-{w43}=
Supabase secret|sb_secret_{w22}_{8}
Supabase personal|sbp_{h40}
Supabase OAuth|sbp_oauth_{h40}
PlanetScale password|pscale_pw_{w43}
Convex deploy key|prod:happy-otter-123|{b92}
Render|rnd_{32}
Fly macaroon|fm2_{b140}
Netlify personal|nfp_{36}
Netlify CLI|nfc_{36}
Scaleway|SCW{u17}
Docker organisation|dckr_oat_{w32}
GitLab routable|glpat-{w27}.01.{l9}
GitLab runner, routable|glrt-t1_{w27}.01.{l9}
GitLab feature flags|glffct-{w20}
GitLab workspace|glwt-{w20}
Bitbucket access|ATCTT3xFfGN0{w170}={H8}
Bitbucket app password|ATBB{32}
Atlassian OAuth|ATOA{w80}
CircleCI|CCIPAT_{22}_{h40}
Buildkite agent|bkua_{h40}
Sentry organisation|sntrys_eyJpYXQiO{b90}_{b43}
Grafana Cloud|glc_eyJvIjoi{b80}
Honeycomb|hcaik_01{l58}
Dynatrace|dt0c01.{u24}.{u64}
Dynatrace platform|dt0s16.{u8}.{u64}
Axiom|xaat-{uuid}
Axiom personal|xapt-{uuid}
PostHog personal|phx_{48}
PostHog flags|phs_{43}
LaunchDarkly SDK|sdk-{uuid}
LaunchDarkly API|api-{uuid}
Statsig|secret-{43}
Segment|sgp_{64}
Stripe organisation|sk_org_live_{60}
Stripe restricted|rk_live_51{97}
Paddle|pdl_live_apikey_01{l24}_{22}_{3}
Polar personal|polar_pat_{43}
Polar organisation|polar_oat_{43}
PayPal|access_token$production\${l16}\${h32}
Adyen|AQE{b80}-{b43}=-{w24}
Razorpay|rzp_live_{14}
Flutterwave|FLWSECK-{h32}-X
Mollie|live_{30}
Plaid|access-production-{uuid}
Shopify theme|shptka_{h32}
Brevo|xkeysib-{h64}-{16}
Brevo SMTP|xsmtpsib-{h64}-{16}
Mailchimp|{h32}-us12
MailerSend|mlsn.{h64}
Slack refresh|xoxe-1-{u146}
Slack rotated|xoxe.xoxp-1-{u163}
Linear OAuth|lin_oauth_{h64}
Linear webhook|lin_wh_{40}
ClickUp|pk_{d8}_{u32}
Figma OAuth|figo_{w40}
Canva|cnvca{w40}
Contentful|CFPAT-{w43}
Sanity|sk{180}
Elastic|essu_{b76}==
MongoDB Atlas|mdb_sa_sk_{w40}
CockroachDB|CCDB1_{22}_{40}
Aiven|AVNS_{w19}
Confluent|cflt{b60}
Databricks OAuth|dose{h32}
dbt user|dbtu_{w40}
dbt service|dbtc_{w40}
Prefect|pnu_{36}
Vault recovery|hvr.{w95}
Infisical|st.{h24}.{h32}.{h32}
1Password service|ops_eyJ{b260}
Snyk|snyk_uat.{h8}.{w60}
SonarQube user|squ_{h40}
SonarQube project|sqp_{h40}
Socket|sktsec_{w40}_api
JFrog reference|cmVmdGtu{56}
crates.io|cio{32}
NuGet|oy2{l43}
Packagist|packagist_ack_{h64}
Azure AI|{52}JQQJ99BAACYeBjFXJ3w3AAABACOG{4}
Azure DevOps|{52}JQQJ99BBACAAAAAAAAAAAAASAZDO{4}
Azure container registry|{42}+ACR{6}
Azure Functions|{44}AzFu{6}==
AWS session|IQoJb3JpZ2luX2Vj{b280}
Alibaba|LTAI5t{18}
Tencent|AKID{32}
Volcengine|AKLT{43}
Yandex OAuth|y0_AgAAAA{w50}
Okta|00{w40}
Claude Code|sk-ant-oat01-{w95}AA
Claude session|sk-ant-sid01-{w95}AA
OpenAI service|sk-svcacct-{w120}
OpenAI session|sess-{40}
Cursor user|key_{h64}
Cursor|crsr_{h64}
Windsurf|sk-ws-01-{w70}
Devin|apk_user_{b70}
Devin, new|cog_{l52}
v0|v1:{24}:{24}
Context7|ctx7sk-{uuid}
Tavily|tvly-dev-{32}
Jina|jina_{h32}{w27}
Voyage|pa-{w43}
Nomic|nk-{w43}
LlamaCloud|llx-{48}
Chroma|ck-{44}
Mem0|m0-{40}
Retell|key_{h28}
LiveKit|API{13}
Novita|sk_{w43}
fal|{uuid}:{h32}
Baseten|{8}.{32}
RunPod|rpa_{u46}
Zhipu|{h32}.{16}
SiliconFlow|sk-{l48}
Friendli|flp_{46}
Anyscale|aph0_{w40}
Traceloop|tl_{h32}
Inngest|signkey-prod-{h64}
Trigger.dev|tr_prod_{20}
Trigger.dev personal|tr_pat_{l40}
Liveblocks|sk_prod_{w62}
Ably|{6}.{6}:{w43}
PubNub|sec-c-{b48}
Mapbox|sk.eyJ{70}.{22}
Braintree|{l16}|{h32}|{h8}
Heroku|HRKU-AA{w58}
Wakatime|waka_{uuid}
Pipedream|pd_sk_{h32}
n8n|n8n_api_{l40}
Dify|app-{24}
Dify dataset|dataset-{24}
Coze|pat_{64}
Gitee AI|ghp_gai_{40}
Ngrok|ak_2{w26}
Prisma|prisma_{40}
Xata|xau_{40}
Tigris|tsec_{w62}
Tigris id|tid_{w30}
Backblaze|K00{d1}{b27}
Hugging Face|hf_{34}
Replicate|r8_{37}
npm granular|npm_{36}
Nightfall|NF-{32}
Thunderbird send|tbp_{40}
`;

const PROSE = [
  token => `Deployed with ${token} and it went through.`,
  token => `we had to switch to ${token} yesterday`,
  token => `- ${token}\n- then run the tests`,
  token => `Ann pasted "${token}" into the chat, please rotate.`,
  token => `the first answer was 401 for ${token}; retried`,
];

/** Contexts in which only what stands around tells that `@` is a secret. The value is short and of no vendor's form. */
const CONTEXTS = [
  'curl --key @ https://example.com/v1',
  'gh secret set DEPLOY --body @',
  'gh secret set DEPLOY -b @ --env prod',
  'redis-cli -h cache -a @ ping',
  'smbclient //nas/share -U ann%@',
  "rpcclient -U 'corp\\ann%@' 10.0.0.2",
  'sqlcmd -S db -U sa -P @ -Q "select 1"',
  'bcp shop.dbo.t out t.csv -U sa -P @',
  'ldapsearch -x -D cn=admin -w @ -b dc=example',
  'mosquitto_pub -u ann -P @ -t a/b',
  'kinit with @ as the password',
  'snmpwalk -v3 -u ann -A @ host',
  'vault kv put secret/app value=@',
  'vault login @',
  'npm login with code @ first',
  'wrangler secret put API <<< @',
  'echo @ | docker login -u ann --password-stdin',
  'printf @ | gh auth login --with-token',
  'echo "@" | sudo -S apt update',
  'openssl enc -aes-256-cbc -k @ -in a',
  'openssl rsa -in a.pem -passin pass:@',
  'zip -P @ -r out.zip src',
  '7z x a.7z -p@',
  'unzip -P @ a.zip',
  'gpg --batch --passphrase @ -c file',
  'keytool -storepass @ -list',
  'keytool -list -keypass @',
  'ansible-vault encrypt_string @ --name db_pw',
  'net use Z: \\\\nas\\x @ /user:ann',
  'az login --service-principal -u app -p @ --tenant t',
  'heroku config:set SESSION_SALT=@',
  'fly secrets set SALT=@',
  'kubectl create secret generic a --from-literal=salt=@',
  'psql "host=db user=ann password=@ dbname=shop"',
  'PGPASSWORD=@ pg_dump shop',
  "CREATE USER ann IDENTIFIED BY '@';",
  'ALTER USER ann IDENTIFIED BY "@"',
  "CREATE USER 'a'@'%' IDENTIFIED WITH mysql_native_password BY '@';",
  "CREATE ROLE ann LOGIN PASSWORD '@'",
  "ALTER LOGIN sa WITH PASSWORD = N'@'",
  "SET PASSWORD FOR ann = PASSWORD('@');",
  "GRANT ALL ON *.* TO ann IDENTIFIED BY '@'",
  "$p = ConvertTo-SecureString '@' -AsPlainText -Force",
  'ConvertTo-SecureString -String "@" -AsPlainText',
  "New-Object System.Net.NetworkCredential('ann', '@')",
  'Error: invalid key @',
  'Incorrect API key provided: @',
  'rejected: bad token "@"',
  'unknown api key: @',
  'the key @ has expired',
  'token @ is not valid any more',
  'authentication failed for key @',
  'my key is @',
  'use the token @ for that',
  'with the code @ you get in',
  'your one-time code: @',
  'the access code is @',
  'das Passwort ist @',
  'Passwort: @',
  'Kennwort = @',
  'mot de passe : @',
  'le mot de passe est @',
  'contraseña: @',
  'la contraseña es @',
  'clave: @',
  'senha: @',
  'a senha é @',
  'parola: @',
  'la password è @',
  'wachtwoord: @',
  'lösenord: @',
  'adgangskode: @',
  'passord: @',
  'salasana: @',
  'hasło: @',
  'heslo: @',
  'jelszó: @',
  'şifre: @',
  'пароль: @',
  'κωδικός: @',
  '密码：@',
  '密码是 @',
  'パスワード：@',
  'パスワードは @ です',
  '비밀번호: @',
  'mật khẩu: @',
  'كلمة المرور: @',
  'סיסמה: @',
  'รหัสผ่าน: @',
  'पासवर्ड: @',
  'user,password,since\nann,@,2024',
  'id;name;api_key\n4;ann;@',
  'name\ttoken\nann\t@',
  'login,role,secret\nann,admin,"@"\n',
  'pass\u001b[0mword: @',
  '\u001b[33mtoken\u001b[0m: \u001b[1m@\u001b[0m',
  'API_KEY=\u001b[32m@\u001b[39m',
  'WIFI:T:WPA;S:office;P:@;;',
  'WIFI:S:guest;T:WPA2;P:@;H:true;;',
  'wpa_passphrase office @',
  'nmcli dev wifi connect office password @',
  'network={ ssid="office" psk="@" }',
  'IPSEC PSK "@"',
  '{"kty":"oct","k":"@","alg":"HS256"}',
  '[Interface]\nPrivateKey = @\nAddress = 10.8.0.2/32',
  'machine api.example.com login ann password @',
  'machine x\n  login ann\n  password @',
  '//registry.example.com/:_authToken=@',
  '//registry.example.com/:_password="@"',
  'export SALT=@; export PEPPER=1',
  'spring.datasource.password=@',
  'Data Source=db;User ID=ann;Password=@;',
  'jdbc:oracle:thin:ann/@@//db:1521/x',
  'amqp://ann:@@mq/vhost',
  'the pw is @',
  'pw: @',
  'creds: ann / @',
  'login: ann / @',
  'user ann, pass @',
  'log in as ann with @',
  'ann:@ (admin)',
  'username=ann&password=@',
  'X-API-Key: @',
  '-H "X-Vault-Token: @"',
  '-H "apikey: @"',
  'headers = {"x-goog-api-key": "@"}',
  'Proxy-Authorization: Basic @',
  '<password>@</password>',
  '<add key="ApiSecret" value="@"/>',
  'secrets:\n  stripe: @',
  'api-key "@"',
  'setPassword("@")',
  'client.login("ann", "@")',
  "auth=('ann', '@')",
  'new Client({ apiKey: "@" })',
  '.withPassword("@")',
  'getpass default=@ password',
  'recovery code @',
  'backup codes: @',
  'PIN is @ for the door code',
  'license key @',
  'activation key: @',
  'Steam key @',
  'encryption key @',
  'HMAC secret @',
  'signing secret: @',
  'cookie secret "@"',
  'jwt secret @',
  'webhook secret is @',
  'shared secret @',
  'salt = "@"',
];

/** Whole texts of which the pieces named are secret. */
const KEYS = [
  ['PEM without its header, PKCS#8', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC{b36}\n{b64}\n{b64}'],
  ['PEM without its header, RSA', 'MIIEpAIBAAKCAQEA{b48}\n{b64}\n{b64}'],
  ['PEM without its header, EC', 'MHcCAQEEI{b55}\n{b64}'],
  ['OpenSSH without its header', 'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAAB{b18}\n{b64}'],
  ['an extended private key', 'xprv9s21ZrQH143K{96}'],
  ['an extended private key of a wallet', 'zprvAWgYBBk7JR8G{96}'],
  ['a key of PuTTY', 'Private-Lines: 2\n{b64}\n{b40}='],
  ['a secret beside its id', 'AKIA{u16} {b40}'],
  ['a secret in the line below its id', 'AKIA{u16}\n{b40}'],
  ['a random word', 'we used {b44} for it'],
  ['a random word in quotes', 'she sent "{w40}" yesterday'],
  ['a random word in parentheses', 'fine now ({48})'],
  ['a random word in lower case', 'ok: {l36}'],
  ['hexadecimal digits after a word', 'the token {h32} works'],
  ['hexadecimal digits after key', 'with key {h40}, as before'],
  ['a code that is random', 'code {20} was rejected'],
];

/** Values that are no secrets. */
const ORDINARY = `
commit {h40} fixes the build
fixed in {h7}
merged {h12} into main
HEAD is at {h40}
git show {h40}:src/app.ts
image sha256:{h64}
registry.example.com/app@sha256:{h64}
md5 {h32} of the archive
sha1: {h40}
sha256sum {h64}  dist/app.tgz
SHA512 {h128}
integrity sha512-{b86}==
"integrity": "sha512-{b86}=="
sha384-{b64}
h1:{b43}=
SHA256:{b43} ann@host
trace {h32}
traceparent 00-{h32}-{h16}-01
span {h16}
request {uuid}
session {uuid} ended
{uuid}.json
id={uuid}&page=2
container {h64} stopped
container {h12} is up
etag "{h32}"
W/"{h40}"
cache key node-modules-{h64}
the key difference is speed
the key idea of getUserById
key: value
the token count is 12345
token limit exceeded: 200000 > 128000
1024 tokens in, 512 tokens out
max_tokens: 4096
total_tokens=18231
tokens: 9876543
next token is "the"
tokenizer.json has 128256 entries
tokenize(text, { lower: true })
a token bucket of 100 per second
the tokens are counted twice
token_type: Bearer
expires_in: 3600
exit code 137
status code 404
error code ECONNREFUSED
error code: ERR_MODULE_NOT_FOUND
error TS2345: Argument of type
code 23505: duplicate key value violates unique constraint "users_email_key"
duplicate key "users_pkey"
the code is in src/auth/tokenService.ts
code review of PR 1234
zip code 94107
country code DE
HTTP code 503 from upstream
return code -1
postal code 10115 Berlin
the code is fine
the source code was moved
password must be at least 12 characters
the password field is empty
password: required
password is too short
"password": "string"
password reset mail was sent
forgot password?
type="password"
passwords do not match
Passwort vergessen
das Passwort ist falsch
das Passwort ist abgelaufen
mot de passe oublié
le mot de passe est incorrect
contraseña incorrecta
la contraseña es obligatoria
senha incorreta
wachtwoord vergeten
пароль неверный
密码错误
パスワードが違います
비밀번호가 틀렸습니다
secret santa on Friday
the secret is out
the secret to good tests is patience
keep it secret, please
api key is missing
invalid key
invalid key: name
invalid key "timeout" in config
invalid api key provided
unknown key: colour
unknown key "workflowId"
missing key: priority
key not found
KeyError: 'artifacts'
primary key (id)
foreign key orders_user_id_fkey
public key is published
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b43} ann
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{b200} ann@host
-----BEGIN CERTIFICATE-----\\nMIID{b60}\\n{b64}\\n-----END CERTIFICATE-----
-----BEGIN PUBLIC KEY-----\\nMIIB{b60}\\n{b64}\\n-----END PUBLIC KEY-----
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA{b120}
src="data:font/woff2;base64,d09GMgAB{b90}"
xpub661MyMwAqRbcF
arn:aws:iam::{d12}:role/deploy-production-eu-central-1
arn:aws:lambda:eu-central-1:{d12}:function:checkout-worker-v2
s3://bucket-of-logs/2026/06/01/part-00000-of-00128.parquet
gs://models/checkpoints/run-42/step-128000
projects/my-project-{d6}/locations/europe-west3
i-0{h16}
vpc-0{h16}
subnet-0{h16}
sg-0{h16}
ami-0{h16}
eni-0{h16}
cs_dialog_opened
chatcmpl-{29}
msg_01{22}
toolu_01{22}
call_{24}
resp_{h48}
req_011C{20}
thread_{24}
run_{24}
asst_{24}
file-{24}
batch_{h32}
evt_1{23}
cus_{14}
pi_3{23}
in_1{23}
price_1{23}
prod_{14}
sub_1{23}
acct_1{15}
gen-{d10}-{20}
cmpl-{29}
01J{u23}
01H{u23}
claude-sonnet-4-5-20250929
claude-opus-4-1-20250805
gpt-4o-mini-2024-07-18
gpt-5.1-codex-max-2025-11-19
gemini-2.5-flash-preview-09-2025
llama-3.3-70b-instruct-fp8-dynamic
Qwen3-Coder-480B-A35B-Instruct-FP8
deepseek-r1-distill-qwen-32b-bf16
mistral-small-3.2-24b-instruct-2506
text-embedding-3-large
DeepSeek-V3.2-Exp-Base-AWQ-Int4-gs128
meta-llama/Llama-4-Maverick-17B-128E-Instruct-FP8
vite v6.0.3 building for production
typescript@5.9.2
react-dom/19.1.0
@types/node@22.10.2
dist/assets/index-{8}.js
dist/assets/vendor.{h20}.chunk.js
static/js/main.{h8}.js
.next/static/chunks/pages/_app-{h16}.js
node_modules/.pnpm/react-dom@19.1.0_react@19.1.0/node_modules
/nix/store/{l32}-glibc-2.39-52
/var/lib/docker/overlay2/{h64}/merged
/tmp/pytest-of-ann/pytest-42/test_reads_all_of_it0
C:\\Users\\ann\\AppData\\Local\\Temp\\a1
src/components/UserProfileSettingsDialogV2.test.tsx
getUserAccountInformationByIdentifierV2
AbstractSingletonProxyFactoryBean3Impl2Test
handleAuthenticationTokenRefreshFailure
shouldReturn404WhenTheUserIsNotFoundInDb
test_returns_401_when_the_token_has_expired_v2
MAX_CONCURRENT_REQUESTS_PER_TENANT_V2
AWS_SECRET_ACCESS_KEY_ENV_VARIABLE_NAME
process.env.OPENAI_API_KEY
os.environ["GITHUB_TOKEN"]
\${{ secrets.NPM_TOKEN }}
export GITHUB_TOKEN=$GH_TOKEN
Authorization: Bearer <token>
Authorization: Bearer $TOKEN
--token "$TOKEN"
--key ./certs/server.key
--key-file key.pem
curl --key client.pem --cert client.crt https://example.com
--body "Fixes the flaky test"
gh pr create --title x --body "see above"
gh pr create --body-file notes.md
gh issue comment 12 --body done
tar -a -cf out.tar.gz src
ls -a /work
git commit -a -m fix
docker run -P nginx
docker run -p 8080:80 nginx
ssh -p 2222 ann@box
cp -a src dist
mkdir -p a/b/c
psql -U postgres -d shop
pg_dump -U ann shop
grep -P "a+b" file
rsync -aP src dst
nmap -P 80 host
wget -P downloads https://example.com/a.zip
unzip -P
zip -r out.zip src
scp -P 2222 a ann@box:
npm i -D vitest
curl -u ann https://example.com
find . -name a -print
pod checkout-worker-{h9}-{l5} is ready
deployment checkout-api-7d9f8b6c5d-x2x4z
job nightly-backup-28901440-x7k2p
service-account@my-project.iam.example.com
ip-10-0-3-17 joined
build 20260601.4
release v2026.6.1-rc.3+build.512
2026-06-01T10:00:00.123Z
2026-06-01T10:00:00.123456789+02:00
1764160800000
3.141592653589793238462643383279
-0.00012345678901234567
12345678901234567890123456789012
0x{h40}
0x{h64}
0xdeadbeef
192.0.2.1
localhost:5432
https://example.com/a/b?page=2&sort=desc
https://github.com/example/project/commit/{h40}
https://github.com/example/project/blob/{h40}/src/index.ts#L10-L20
https://docs.google.com/document/d/{w44}/edit
https://www.youtube.com/watch?v=dQw4w9WgXcQ
https://example.com/orders/{uuid}
https://cdn.example.com/{h32}.png
https://example.slack.com/archives/C{u10}/p{d16}
https://linear.app/example/issue/ENG-1234/rename-the-key
https://console.aws.amazon.com/cloudwatch/home?region=eu-west-1#logsV2
postgres://localhost/shop
redis://cache:6379/0
mongodb://localhost:27017/test
ann@example.com
JIRA-12345
ENG-1024
PROJ-7: rename the key
CVE-2025-12345
RFC 9110
ISO 8601:2004
ISBN 978-3-16-148410-0
DE 10115
4:3 aspect
SELECT password FROM users WHERE id = $1
SELECT id, token FROM sessions
UPDATE users SET password = $2
INSERT INTO keys (id, name) VALUES ($1, $2)
CREATE USER ann IDENTIFIED BY ?
password = getpass.getpass()
const token = await getToken()
const key = Object.keys(map)[0]
if (key === "name") return
for key, value in items:
type Token = { kind: string }
interface ApiKey { id: string }
token: Token
key: string
secret: string | undefined
apiKey?: string
props.key
map.get(key)
event.key === "Enter"
key={item.id}
Key.Escape
press any key
keyboard layout QWERTZ
the keyword "async"
monkey patching
turkey sandwich
compass north
bypass the cache
passenger list
pass: 12/12
12 passed, 3 failed
pin the version
pinned to 5.9.2
spin up a box
authored by ann
author: Ann Example
authority of the court
authenticate first
oauth2 flow
cookie banner
cookies are enabled
codec h264
codebase is large
decode the frame
encoder-decoder
unicode normalisation
barcode scanner
postcode lookup
seeded with 42
seed: 1234
random seed 20260601
signature of the method
digital signature is valid
base64 of the file
rotate the keys soon
keys rotated on 2026-06-01
the key rotation is done
the access token has expired
refresh the token first
revoke the token in settings
paste your token here
your api key goes here
YOUR_API_KEY
<your-api-key>
sk-...
sk-xxxxxxxxxxxxxxxxxxxxxxxx
ghp_****************
AKIA****
[REDACTED]
xxxx-xxxx-xxxx
•••••••••
Lorem ipsum dolor sit amet consectetur
Donaudampfschifffahrtsgesellschaftskapitaen
pneumonoultramicroscopicsilicovolcanoconiosis
antidisestablishmentarianism
abcdefghijklmnopqrstuvwxyz0123456789
ABCDEFGHIJKLMNOPQRSTUVWXYZ234567
0123456789abcdef0123456789abcdef
aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
========================================
----------------------------------------
id,name,role\\n1,ann,admin\\n2,bob,dev
user,email,since\\nann,a@example.com,2024
key,value\\ncolour,green\\nsize,4
name;keyboard\\nann;qwertz
token,count\\nthe,120\\nof,98
feat(auth): rotate token on login
fix: key prop missing in list
chore(deps): bump next from 15.0.1 to 15.0.3
BREAKING CHANGE: token option removed
TODO: handle key collisions
## Key points
| key | value |\\n| --- | --- |\\n| colour | green |
| token | count |\\n| --- | --- |\\n| the | 120 |
- [x] token refresh works
1. get a token\\n2. call the API
WIFI is down
T:WPA
"kty":"RSA"
"alg":"HS256"
"kid":"2026-06-key"
PPK files are for PuTTY
user ann logged in
log in as ann with your mail
login: ann / admin role
ann:admin
creds are in the vault
with the code above you get in
use the token from the vault
my key is broken
the key has expired
token is not valid
authentication failed for user ann
the access code is on the door
your one-time code was sent
recovery codes were printed
license key is optional
salt and pepper
salt the water
`;

const some = generator(29);

/** @param {string} table */
const rows = table => table.split('\n').filter(line => line !== '');

/** @type {readonly import('./freshSecrets.d.mts').FreshSecret[]} */
export const vendorTokens = rows(VENDOR_TOKENS).map((row, index) => {
  const at = row.indexOf('|');
  const token = filled(row.slice(at + 1), some);
  return {
    name: row.slice(0, at),
    text: PROSE[index % PROSE.length](token),
    // No long piece of it may be left.
    secrets: token
      .split(/[|:.]/)
      .filter(piece => piece.length >= 12)
      .slice(-1)
      .map(piece => piece.slice(-10)),
    heldOut: index % 2 === 1,
  };
});

/** @type {readonly import('./freshSecrets.d.mts').FreshSecret[]} */
export const secretsInContext = [
  ...CONTEXTS.map((context, index) => {
    // As people make them and as programs do, in turns.
    const word =
      index % 3 === 0
        ? filled('{14}', some)
        : index % 3 === 1
          ? `mango${filled('{d4}', some)}!Kiwi`
          : filled('{l12}', some);
    const at = context.lastIndexOf('@@') >= 0 ? context.lastIndexOf('@@') : placeOf(context);
    return {
      name: context,
      text: context.slice(0, at) + word + context.slice(at + 1),
      secrets: [word],
      heldOut: index % 2 === 1,
    };
  }),
  ...KEYS.map(([name = '', template = ''], index) => {
    const text = filled(template, some);
    const words = text.match(/[\w+/-]{20,}/g) ?? [];
    return { name, text, secrets: words.filter(word => !word.startsWith('AKIA')), heldOut: index % 2 === 1 };
  }),
];

/** The `@` that stands for the secret: the last one alone between others than letters of an address. */
function placeOf(context) {
  const places = [...context.matchAll(/(?<!')@(?!')|(?<=')@(?='[;) ,]|'$)/g)];
  return places.at(-1)?.index ?? context.lastIndexOf('@');
}

/** Texts in which nothing is to be covered. */
export const ordinaryValues = rows(ORDINARY).map((row, index) => ({
  text: filled(row, some).replaceAll('\\n', '\n'),
  heldOut: index % 2 === 1,
}));

/** What somebody who did not know the rules tried: secrets stand in double brackets. */
const TRIED = [
  'foo.[[{44}]]',
  'v1.[[{44}]]',
  'see /[[{44}]] for it',
  '[[{44}]].json',
  'v2.local.[[{80}]]',
  'AQ.[[{50}]]',
  '{14}.atlasv1.[[{60}]]',
  'apikey [[{h32}]]',
  'Clé API : [[{h32}]]',
  'API-Schlüssel: [[{h32}]]',
  'clave de API: [[{h32}]]',
  'ключ API: [[{h32}]]',
  'API密钥: [[{h32}]]',
  'APIキーは [[{h32}]]',
  'client.auth("[[{h32}]]")',
  '| host | api key |\n| --- | --- |\n| a | [[{h32}]] |',
  'connect.sid=s%3A[[{h64}]]',
  "mysql -uroot -p'[[Garlic_55]]' shop",
  'mysql -p[[Onion_6612]] shop',
  'redis-cli -a [[Dill_9912]] ping',
  'snmpwalk -v2c -c [[Jasmin_31]] host',
  'net user bob [[onyx!7788]] /add',
  'net use Z: \\\\nas\\x /user:dom\\bob [[redfox_21]]',
  'htpasswd -b f bob [[bobpw#1!]]',
  'htpasswd -bc f bob [[Nutmeg_18]]',
  'requirepass [[granit.55]]',
  'enable secret 0 [[Leek_4410]]',
  'username bob password 0 [[Mint_5561]]',
  'machine h login bob password [[sepia~12]]',
  'h:5432:db:bob:[[carmine88]]',
  'bob:[[$apr1${8}$q{21}]]',
  'root:[[$6${16}$q{85}]]:19000:0:99999:7:::',
  '[[$2b$12$q{52}]]',
  'password: |\n  [[indigo!4]]\n',
  "DBI->connect($dsn, 'bob', '[[Vanilla#8]]')",
  'new PasswordAuthentication("bob", "[[cedar!41]]".toCharArray())',
  'The password for the staging box is [[Tr0ub4dor&3x]]',
  'use [[Cumin_8812]] as the password',
  'change the password from [[Hunter_22]] to [[Radish_44]]',
  'change the password from hunter to [[Radish_45]]',
  "the login is bob and the password's [[Acorn_771]]",
  'Username/Password: bob / [[Honey_812]]',
  'wifi: Office-5G, key [[quartz_61]]',
  'Your verification code is [[482913]]',
  '[[G-771203]] is your Google verification code',
  'Google app password is [[abcd efgh ijkl mnop]]',
  'license key: [[ABCD-1F3K-99QZ-PL0M]]',
  'passphrase: [[correct horse battery staple]]',
  'Le mot de passe est « [[chatNoir_1987]] ».',
  'mot de passe admin : [[Rye_77120]]',
  'La contraseña del servidor es [[toroRojo55]]',
  'A senha do admin é [[papaiNoel#3]]',
  'пароль от базы: [[жираф2024]]',
  'Lösenordet är [[blomma44]]',
  'Zugangsdaten: bob / [[Soy_31290]]',
  'كلمة المرور هي [[qamar1990]]',
  'הסיסמה היא [[shemesh55]]',
  '비번은 [[Barley_71]] 입니다',
  'contrasenya: [[gat_1234]]',
  'parole: [[kakis_44]]',
  'wagwoord: [[kat_1234]]',
  'fjalëkalimi: [[mace_123]]',
  'parool: [[kass_1234]]',
  'seed phrase: [[abandon lunar velvet orbit canyon ridge maple tiger ocean quilt zebra lemon]]',
  // Found by a second attacker.
  'Use [[cal_live_{h32}]] for this',
  'The page shows [[dub_{24}]], nothing else',
  'the call with [[vtwn_{28}]] returned 200',
  'Just try [[zpka_{h32}_{h8}]] there',
  'Now [[APP_USR-{d16}-112600-{h32}-{d9}]] is expected',
  'Just try [[os_v2_app_{l100}]] there',
  'it took [[acme_live_{32}]] at once',
  'Just try 0.{uuid}.[[{30}]]:{21}A== there',
  'kinit ann <<< [[{9}%{3}]]',
  'pass insert -m site <<< [[{9}&{3}]]',
  'htpasswd -b -c .htpasswd ann [[{9}%{3}]]',
  'useradd -m -p [[{9}?{3}]] ann',
  'snowsql -a acc -u me -p [[{9}?{3}]]',
  'twine upload -u __token__ -p [[{9}?{3}]] dist/*',
  'cqlsh -u cassandra -p [[{9}?{3}]] h',
  'ipmitool -U admin -P [[{9}&{3}]] power on',
  'sqlplus system/[[{9}%{3}]]@//db:1521/x',
  'rclone obscure [[{9}!{3}]]',
  'restic --password-command "echo [[{9}&{3}]]" backup',
  'xfreerdp /u:ann /p:[[{9}&{3}]] /v:h',
  'lftp -u ann,[[{9}!{3}]] sftp://h',
  'cargo login [[{20}]]',
  'I set [[rootly_{h64}]] and it works',
  'Yesterday [[depot_project_{h48}]] stopped',
  'mysqlsh --uri root:[[{20}]]@db:3306',
  'mongo -u ann -p [[{20}]] admin',
  "EXEC sp_addlogin 'ann', '[[{9}#{3}]]'",
  'let secret: &str = "[[{20}]]";',
  'x-functions-key: [[{9}?{3}]]',
  'bw unlock [[{9}?{3}]]',
  'bw login me@x.org [[{9}!{3}]]',
  'rabbitmqctl add_user ann [[{9}&{3}]]',
  'rabbitmqctl change_password ann [[{9}%{3}]]',
  'https://api.telegram.org/bot7{d9}:[[AA{w33}]]/getMe',
  'https://mainnet.infura.io/v3/[[{h32}]]',
  'https://eth-mainnet.g.alchemy.com/v2/[[{w32}]]',
  'https://hooks.zapier.com/hooks/catch/1234567/[[7{l6}]]/',
  'https://maker.ifttt.com/trigger/door/with/key/[[{22}]]',
  'password: {{ "[[{20}]]" }}',
  'variable "db_password" {\n  default = "[[{20}]]"\n}',
  'bindpw: [[{20}]]',
  'snmp-server community [[{20}]] RO',
  'ppp chap password 0 [[{20}]]',
  "INSERT INTO users (name, password) VALUES ('ann', '[[{20}]]')",
  "insert into t(id, api_key, n) values (1, '[[{20}]]', 2), (2, '[[{20}]]', 3)",
  "select pgp_sym_encrypt(x, '[[{20}]]')",
  'driver.find_element(By.ID, "password").send_keys("[[{12}]]")',
  'await page.fill("#password", "[[{12}]]")',
  'page.getByLabel("Password").fill("[[{12}]]")',
  'cy.get("[type=password]").type("[[{12}]]")',
  'Ocp-Apim-Subscription-Key: [[{30}]]',
  'user   passwd      shell\nann   [[{9}&{3}]]   /bin/sh',
  'url,username,password,note\nhttps://x,ann,[[{9}%{3}]],"a, b"',
  ' id | secret \n----+--------\n  1 | [[{20}]]\n(1 row)',
  '+----+----------+\n| id | password |\n+----+----------+\n|  1 | [[{9}#{3}]] |\n+----+----------+',
  'Name,Value\nDB_PASSWORD,[[{9}%{3}]]',
  'Content-Disposition: form-data; name="password"\r\n\r\n[[{18}]]\r\n--x',
  'jeton d’accès : [[{14}]]',
  '{"tokens": ["[[{32}]]"]}',
  'Schlüssel lautet [[{14}]]',
  'токен: [[{14}]]',
  '令牌：[[{14}]]',
  'トークン: [[{14}]]',
  'PIN-Code lautet [[{d6}]]',
  '验证码是[[{d6}]]',
  'WLAN-Schlüssel: [[{14}]]',
  '<keyMaterial>[[{14}]]</keyMaterial>',
  'the code [[{d6}]] expires in 10 minutes',
  'rotate [[{22}]] please, it leaked',
  'ann/[[{5}Q{d2}#{3}]] works on staging',
  'passwd changed to [[{9}#{3}]]',
  'the new secret will be [[{24}]]',
  'recovery codes:\n[[7{l4}-{l5}]]\nabcd1-efgh2',
];

/** What it took for secrets. */
const WRONGLY_TAKEN = [
  '_ZNSt6vectorIiSaIiEE9push_backERKi',
  'com.example.AbstractSingletonProxyFactoryBean3Impl2Test',
  'src/{40}.ts',
  '{h40}.json',
  'snmpwalk -v2c -c public host',
  'net user bob /delete',
  'net use Z: \\\\nas\\x /user:ann /persistent:yes',
  'htpasswd -c f bob',
  'enable secret rotation',
  'src/app.ts:12:5:error:TS2304',
  'localhost:8080:app:web:latest',
  '$1$ and $2$ are placeholders',
  'description: |\n  passes since v2\n',
  'token: |\n  the next one is read\n',
  'the password for the staging box is in the vault',
  'use OAuth2 as the token type',
  'use the user id as the key',
  'the token for run-12 is expired since 2026-06-01',
  'the key of the map is userId2',
  'exit code is 137',
  'status code is 404',
  'the verification code is sent by mail',
  'Username/Password: ask Ann',
  'wifi: the key is at the desk',
  'change the token from v1 to v2',
  'change the secret from DB_URL to DATABASE_URL2',
  'la contraseña del servidor es larga',
  'das Passwort für den Server ist 12345 Zeichen lang',
  'le mot de passe est dans le coffre',
  'senha: veja o cofre',
  'パスワードは8文字以上です',
  '密码：至少8个字符',
  '비밀번호는 8자 이상입니다',
  'пароль: не менее 8 символов',
  'free on parole: 2 years',
  'password: z.string().min(8),',
  'password: Joi.string().min(8).max(64).required(),',
  'password = models.CharField(max_length=128)',
  'user.password = await bcrypt.hash(dto.password, 10);',
  'token = new TokenSource(8)',
  'password: !vault |',
  'password: !Ref DbPassword',
  'Password: see the vault',
  'Password: ask Ann',
  'use base64url as the token encoding',
  'enable secret 5 times',
  'password 8 characters',
  'login form password field2',
  '12:30:45:12:abc123',
  'api key rotation is due in the 3rd quarter',
  // Found by a second attacker.
  'serial number 0001-0002-0003',
  'if token == Token.IDENTIFIER:',
  'Authorization: Bearer YOUR_API_KEY',
  'api_key: your-api-key-here',
  'IDENTIFIED BY the reviewer',
  "can't be identified as top-level2 because",
  'token     count\nhello_w2  12',
  'Name,Value\ncookie,enabled',
  'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG',
  'From:JohnDoe42@example.com wrote',
  'const token: Token = "identifier"',
  'sort_key: createdAt2Desc',
  'address bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  '//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbImEudHMiXX0=',
  'public key: age19x5jgdr6ysztvajcs2a2n8hf7j4jec8hj28450zk8sxp5r8lcljxaxuxlz',
  'docker run -p 8080:80 -p 127.0.0.1:5432:5432 image2',
  'mkdir -p src/Main2/javaX',
  'cat <<< "$INPUT2"',
  'robocopy a b /p:4 /r:2',
  'cargo login registry2',
  'INSERT INTO users (name, password) VALUES ($1, $2)',
  "INSERT INTO logs (token_count, name) VALUES ('12', 'Version2Final')",
  'page.fill("#email", "ann@example.com2")',
  'page.getByLabel("Password").fill(process.env.PW1)',
  'cy.get("[type=password]").should("have.length", 2)',
  'name   size      mode\na.txt  100Kb2    rw',
  'Name,Value\nversion,Build2Alpha9',
  'Content-Disposition: form-data; name="file"\r\n\r\nReport2Final9',
  'Schlüssel: siehe Handbuch2',
  'the code 12345 is in module 7',
  'the code E1001 expires',
  'rotate 90deg2 please',
  'src/App2 works on staging',
  'owner/Repo2Name works on main',
  'error codes:\n  E1001-A2\n  E1002-B3',
  'https://eth-mainnet.g.alchemy.com/v2/docs',
  'token changed to Identifier2',
  'the secret was moved to Vault2',
  'sortKey: createdAt2Desc',
  'storageKey: user_prefs_v1',
  'variable "region" {\n  default = "eu-central-1"\n}',
];

/** @type {readonly import('./freshSecrets.d.mts').FreshSecret[]} */
export const triedSecrets = TRIED.map((template, index) => {
  const text = filled(template, some);
  return {
    name: template,
    text: text.replace(/\[\[([^[\]]*)\]\]/g, '$1'),
    secrets: [...text.matchAll(/\[\[([^[\]]*)\]\]/g)].map(([, secret = '']) => secret),
    heldOut: index % 2 === 1,
  };
});

export const wronglyTaken = WRONGLY_TAKEN.map(template => filled(template, some));
