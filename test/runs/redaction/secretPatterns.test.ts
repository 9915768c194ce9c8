import { describe, expect, test } from 'vitest';
import { document, redacted } from './redacted';

const WORD = ['Kw7', 'mango', '2Lx'].join('');

describe('a secret is redacted after its name', () => {
  test.each([
    ['PGPASSWORD=@ psql'],
    ['export TOKEN="@"'],
    ['password:\n  @'],
    ['Password - @'],
    ['password -> @'],
    ['passwort: @'],
    ['machine x login ann password @'],
    ['password = “@”'],
    ['Password (prod): @'],
    ['the password for prod is @'],
    ['set password to @'],
    ['pw=@'],
    ['X-Auth-Token: @'],
    ['<input type="password" value="@">'],
    ['redis-cli -h x -a @'],
    ['sshpass -p @ ssh box'],
    ['mysql -u root -p@ shop'],
    ['docker login -u ann -p @ registry.example.com'],
    ["const token = process.env.API ?? '@';"],
    ['token = os.getenv("API") or "@"'],
    ['os.environ["OPENAI_KEY"] = "@"'],
    ['secret_key_base: "@"'],
    ['curl -u ann:@ https://example.com'],
    ['--from-literal=password=@'],
    ['smtp://ann:@@example.com'.replace('@@', '@@')],
    ['?access_token=@&x=1'],
    ['**Password:** @'],
    ['| password | @ |'],
    ['| user | password |\n|---|---|\n| ann | @ |'],
    ['<api-key>@</api-key>'],
    ["'password' => '@'"],
    ['password := "@"'],
    ['- name: DB_PASSWORD\n  value: @'],
    ['Pass\u00adword: @'],
    ['\uff30\uff21\uff33\uff33\uff1d@'],
    ['a "secret": "what password=@ is"'],
  ])('%s', text => {
    expect(redacted(text.replace('@', WORD), { emails: false })).not.toContain(WORD);
  });

  test.each<[value: unknown]>([
    [{ type: 'password', value: WORD }],
    [{ ParameterKey: 'DbPassword', ParameterValue: WORD }],
    [{ value: WORD, name: 'API_TOKEN' }],
    [{ credentials: { database: { main: WORD } } }],
    [{ cookies: [{ name: 'sid', value: WORD }] }],
    [{ secretName: 'x', secretValue: WORD }],
    [{ passwordValue: WORD }],
    [{ name: 'settings', value: { password: WORD } }],
    [{ password1: WORD }],
    [{ encryption_key: WORD }],
    [['psql', '--password', WORD]],
    [[{ stringValue: '--password' }, { stringValue: WORD }]],
    [['X-Api-Key', WORD]],
    [{ password: `[secret 1] ${WORD}` }],
  ])('%j', value => {
    expect(document(JSON.stringify(value))).not.toContain(WORD);
  });
});

test.each([
  'the password is required',
  'password: string',
  'password?: string;',
  'const password = getPassword()',
  'password: passwordSchema',
  'password = input("Password: ")',
  'errors.password = "must be set"',
  'token => token.id',
  'apiKey: process.env.API_KEY',
  'api_key=os.environ["X"]',
  '"required": ["password","email"]',
  'pass: 12/12',
  'All tests pass: 40',
  'auth: oauth2',
  'password must be at least 8 characters',
  'Set the --password option',
  'pin: 3.2.1',
  'max_tokens: 4096',
  'secret: <your secret here>',
  'password: ********',
  'credentials: "same-origin"',
  '| user | password | since |',
  'docker -u root:root',
  'git push -u origin:main',
  '?page=2&code=abc',
  'signature: scroll_down',
])('%s tells of no secret', text => {
  expect(redacted(text)).toBe(text);
});

test('a value is redacted to its end, however long it is', () => {
  const long = 'aB3-'.repeat(1000);
  expect(redacted(`password=${long} x`)).toBe('password=[secret 1] x');
  expect(redacted(`"password": "${long}", x`)).toBe('"password": "[secret 1]", x');
});

describe('an id that looks like a token is redacted', () => {
  const token = `ghp_${'aB3'.repeat(12)}`;
  test.each([token, `see ${token}`])('%s', text => {
    expect(redacted(text)).not.toContain(token);
  });
});

describe('a token is redacted within one level of encoding', () => {
  const token = `ghp_${'aB3'.repeat(12)}`;
  const each = (text: string, encode: (code: number) => string) =>
    [...text].map(char => encode(char.charCodeAt(0))).join('');

  test.each([
    ['base64', Buffer.from(token).toString('base64')],
    ['base64 of a sentence', Buffer.from(`the token ${token}`).toString('base64url')],
    ['hexadecimal digits', Buffer.from(token).toString('hex')],
    ['percent signs', each(token, code => `%${code.toString(16)}`)],
    ['entities', each(token, code => `&#x${code.toString(16)};`)],
    ['a sign that nobody sees', `${token.slice(0, 9)}\u200b${token.slice(9)}`],
    ['wide letters', each(token, code => String.fromCharCode(code + 0xfee0))],
    ['a letter of Cyrillic', token.replace('p', '\u0440')],
  ])('%s', (_, encoded) => {
    expect(redacted(`see ${encoded} there`)).toBe('see [secret 1] there');
  });

  test.each(['caf\u00e9 100%25 &amp; more', Buffer.from('nothing of the kind').toString('base64'), 'a'.repeat(64)])(
    'what says nothing secret stays: %s',
    text => {
      expect(redacted(text)).toBe(text);
    },
  );
});

describe('what is typed into a field that is described as one for a secret is redacted', () => {
  test.each([
    { element: 'Password field', ref: 'e1', text: 'lilac1234' },
    { element: 'Enter your passphrase', ref: 'e1', text: 'lilac' },
    { text: 'lilac1234', selector: '#password' },
    { selector: 'input[name=loginPassword]', value: 'lilac1234' },
    { locator: "getByLabel('Passwort')", text: 'lilac1234' },
    { label: 'API key', value: 'lilac1234' },
    { label: 'PIN', text: '4711' },
    { name: 'field-7', placeholder: 'Contraseña', value: 'lilac1234' },
  ])('%j', value => {
    const typed = 'text' in value ? value.text : value.value;
    const after = JSON.parse(document(JSON.stringify({ input: [value, { text: 'lilacs' }] })));
    const { text, value: set, ...others } = after.input[0];
    expect(text ?? set).toBe('[secret 1]');
    expect(others).toEqual(Object.fromEntries(Object.entries(value).filter(([, one]) => one !== typed)));
    expect(after.input[1]).toEqual({ text: 'lilacs' });
  });

  test.each([
    { element: 'Search field', ref: 'e1', text: 'lilac1234' },
    { label: 'Forgot password?', text: 'Click here to set another' },
    { label: 'Total tokens', value: '12345' },
    { label: 'Tokens', text: 'many' },
    { element: 'Password field', ref: 'e1', doubleClick: true },
    { selector: '#shipping', text: 'lilac1234' },
    { placeholder: 'enclave', text: 'lilac1234' },
  ])('but no other: %j', value => {
    expect(document(JSON.stringify(value))).toBe(JSON.stringify(value));
  });
});

describe('a value after the name of its variable is redacted', () => {
  test.each([
    'FROM x\nENV DB_PASSWORD [begonia12]\nRUN y',
    'ENV DB_PASSWORD [begonia]\n',
    'ENV DB_PASSWORD "[correct horse]"',
    'setx API_SECRET [willow12]',
    'setx API_SECRET "[willow12]" /M',
    'setenv DB_PASSWORD [hyacinth1]',
    'launchctl setenv DB_PASSWORD [hyacinth1]',
    'set -gx API_TOKEN [gladiola1]',
    'set -U -x API_TOKEN [gladiola1]; and echo x',
    'set --export DB_PASSWORD [gladiola]',
    'SetEnv DB_PASSWORD [jasmine12]',
    'fastcgi_param DB_PASSWORD [lavender1];',
    'uwsgi_param DB_PASSWORD [lavender];',
    'npm config set db-password [lavender1]',
    'aws configure set aws_secret_access_key [lavender1]',
    'dotnet user-secrets set "Db:Password" "[lavender1]"',
    'http -a joe:[lupine1234] GET x',
    'https --auth=joe:[lupine] x',
  ])('%s', drawn => {
    const before = drawn.replace(/[[\]]/g, '');
    const after = drawn.replace(/\[.*\]/, '[secret 1]');
    expect(redacted(before)).toBe(after);
    expect(JSON.parse(document(JSON.stringify({ command: before })))).toEqual({ command: after });
  });

  test.each([
    'use setenv DB_PASSWORD to change it',
    'ENV DB_PASSWORD must be set before it is run',
    'The env DB_PASSWORD is unset',
    'ENV NODE_VERSION 20.1.0',
    'ENV DB_PASSWORD ${DB_PASSWORD}',
    'ENV DB_PASSWORD $DB_PASSWORD',
    'set -e; TOKEN count 12345678',
    'set -euo pipefail',
    'SetEnv APPLICATION_ENV production1',
    'fastcgi_param HTTP_AUTHORIZATION $http_authorization;',
    'npm config set registry https://registry.npmjs.org/',
    'http -a joe:$PASSWORD GET x',
    'git config set user.name ann12345',
  ])('but no other: %s', text => {
    expect(redacted(text, { paths: false })).toBe(text);
  });
});

describe('a split token is redacted', () => {
  const token = `ghp_${'aB3'.repeat(12)}`;
  const [a, b] = [token.slice(0, 20), token.slice(20)];

  test.each<[value: unknown, after: unknown]>([
    [
      ['see ', a, `${b} there`],
      ['see ', '[secret 1]', '[secret 2] there'],
    ],
    [
      [
        { type: 'text', text: a },
        { type: 'text', text: b },
      ],
      [
        { type: 'text', text: '[secret 1]' },
        { type: 'text', text: '[secret 2]' },
      ],
    ],
    [
      { part1: a, part2: b },
      { part1: '[secret 1]', part2: '[secret 2]' },
    ],
  ])('%j', (value, after) => {
    expect(JSON.parse(document(JSON.stringify(value)))).toEqual(after);
  });

  test('beside chosen fields', () => {
    const value = { note: 'x', text: ['see ', token.slice(0, 8), token.slice(8)] };
    expect(JSON.parse(document(JSON.stringify(value), { fields: ['note'] }))).toEqual({
      note: '[field 1]',
      text: ['see ', '[secret 1]', '[secret 2]'],
    });
  });
});

test('property names are redacted on request', () => {
  const json = `{"ghp_${'aB3'.repeat(12)}":{"ann@example.com":1}}`;
  expect(document(json)).toBe(json);
  expect(document(json, { names: true })).toBe('{"[secret 1]":{"[email 1]":1}}');
});

test('vendors are recognised by property names', () => {
  const hex = '0123456789abcdef'.repeat(2);
  expect(document(JSON.stringify({ algolia: hex, other: hex }))).toBe(`{"algolia":"[secret 1]","other":"${hex}"}`);
});
