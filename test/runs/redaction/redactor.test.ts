import { describe, expect, test } from 'vitest';
import { redactLine } from '../../../server/src/runs/redaction/redactLine';
import { noCoveredTexts, redactor } from '../../../server/src/runs/redaction/redactor';
import { ALL, document, NONE, redacted, SECRETS } from './redacted';

describe('paths', () => {
  test.each([
    ['/home/alice/shop/src/route.ts', '…/route.ts'],
    ['in /srv/app/src/route.ts:12:3, too', 'in …/route.ts:12:3, too'],
    ['file:///home/bob/my%20shop/route.ts#L4', '…/route.ts#L4'],
    ['vscode-remote://ssh-remote+box/home/bob/a.ts', '…/a.ts'],
    ['C:\\Users\\John Smith\\shop\\route.ts', '…/route.ts'],
    ['C:\\\\Users\\\\bob\\\\route.ts', '…/route.ts'],
    ['d:/work/route.ts', '…/route.ts'],
    ['\\\\server\\share\\plans\\route.ts', '…/route.ts'],
    ['~/shop/route.ts and ~bob/x', '…/route.ts and …/x'],
    ['/home/alice', '…'],
    ['C:\\Users\\alice', '…'],
    ['/Users/John Smith/route.ts', '…/route.ts'],
    ['--file=/home/alice/a.ts', '--file=…/a.ts'],
    ['cc -I/home/alice/include/x.h', 'cc -I…/x.h'],
    ['../../home/alice/a.ts', '…/a.ts'],
    ['home/alice/shop/a.ts', '…/a.ts'],
    ['C:\\Users\\alice\\OneDrive - Acme GmbH\\proj\\x.ts', '…/x.ts'],
    ['C:\\Program Files (x86)\\Tool\\my x.ts', '…/my x.ts'],
    ['/data/My Secret/file.ts', '…/file.ts'],
    ['/data/My Secret/file.ts:3:4', '…/file.ts:3:4'],
    ['/Users/Alice Smith', '…'],
    ['~/My Documents/plan.md', '…/plan.md'],
    ['/srv/app/a.ts and src/b.ts', '…/a.ts and src/b.ts'],
    ['/srv/app/a.ts /srv/my b.ts', '…/a.ts …/my b.ts'],
    ['PATH=/usr/local/bin:/opt/tools/bin', 'PATH=…/bin:…/bin'],
  ])('%s', (before, after) => {
    expect(redacted(before)).toBe(after);
  });

  test.each([
    'src/api/route.ts',
    './src/route.ts',
    '../docs/plan.md',
    'home/Hero.tsx',
    'https://example.com/home/page/x',
    'application/json',
    '2026/06/01',
    '#/definitions/user',
    '</div></span>',
    '${root}/src/a',
    '@types/node',
    '// a comment',
    '/help',
    '/fix the login in src/a.ts',
    'and/or',
    'GET /api/v2/users/8812733/orders?page=2',
    '"PATCH /orders/12/lines HTTP/1.1" 204',
  ])('%s is none', text => {
    expect(redacted(text)).toBe(text);
  });

  test('of a file stay covered behind the method of a request', () => {
    expect(redacted('GET /home/carol/shop/a.ts')).toBe('GET …/a.ts');
  });

  test('contain user names, which are redacted elsewhere, too', () => {
    const covers = redactor(ALL, { users: ['alice', 'root', 'al'] });
    expect(covers.text('notes/alice/plan.md, root/x, alice said')).toBe('notes/[user 1]/plan.md, root/x, alice said');
    expect(covers.text('/home/carol/x.md')).toBe('…/x.md');
    expect(covers.text('https://example.com/carol/x')).toBe('https://example.com/[user 2]/x');
  });
});

describe('e-mail addresses', () => {
  test.each([
    ['bob@example.com', '[email 1]'],
    ['Bob <b.o-b+x@mail.example.co.uk>, bob@example.com.', 'Bob <[email 1]>, [email 2].'],
    ['jürgen@müller.de', '[email 1]'],
    ['A@x.de and a@X.de', '[email 1] and [email 1]'],
  ])('%s', (before, after) => {
    expect(redacted(before)).toBe(after);
  });

  test.each(['@types/node', 'a@b', 'pkg@1.2.3', '@mention me', 'user@2x.png', 'img/logo@1.5x.webp'])(
    '%s is none',
    text => {
      expect(redacted(text)).toBe(text);
    },
  );
});

describe('secrets', () => {
  test.each(SECRETS)('%s', secret => {
    expect(redacted(secret)).toBe('[secret 1]');
    expect(redacted(`see ${secret}`)).toBe('see [secret 1]');
  });

  const hex = '0123456789abcdef'.repeat(2);

  test.each([
    ['Authorization: Bearer abc.def-1234567', 'Authorization: Bearer [secret 1]'],
    ['Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [secret 1]'],
    ['-H "Authorization: Bearer abcdefghijklmnopqrs" x', '-H "Authorization: Bearer [secret 1]" x'],
    ['Cookie: session=abc123; id=77\nHost: x', 'Cookie: [secret 1]\nHost: x'],
    ["-H 'Set-Cookie: sid=s%3Aab; Path=/' x", "-H 'Set-Cookie: [secret 1]' x"],
    ['{"Authorization": "Basic dXNlcjpwYXNz", ', '{"Authorization": "Basic [secret 1]", '],
    ['connection_string="Host=db;User=a"', 'connection_string="[secret 1]"'],
    ['password=hunter2', 'password=[secret 1]'],
    ['DB_PASSWORD = hunter', 'DB_PASSWORD = [secret 1]'],
    ['the password is hunter22', 'the password is [secret 1]'],
    ['"api_key": "two words"', '"api_key": "[secret 1]"'],
    ['{\\"token\\": \\"abc12345\\"}', '{\\"token\\": \\"[secret 1]\\"}'],
    ['token: abc12345, token: abc12345', 'token: [secret 1], token: [secret 1]'],
    ['https://bob:hunter2@example.com/x', 'https://bob:[secret 1]@example.com/x'],
    [`the key ${hex} of`, 'the key [secret 1] of'],
  ])('%s', (before, after) => {
    expect(redacted(before)).toBe(after);
  });

  test.each([
    'max_tokens=1000, tokens: 1234',
    'the token is required',
    'token = tokens.new(address)',
    'password:',
    'task-1234567890123456789',
    'sk-learn-pipeline-of-many-words',
    `trace ${hex}`,
    'key 123e4567-e89b-12d3-a456-426614174000',
    'Basic authentication is off',
    'Authorization: Bearer token',
    'Authorization: none required',
    'Authorization: Bearer $TOKEN',
    'Cookie: none of them',
    'bearer of bad news',
  ])('%s is none', text => {
    expect(redacted(text)).toBe(text);
  });

  test('do not include the ids of steps', () => {
    expect(redactor(ALL, { ids: new Set([hex]) }).text(`key ${hex}`)).toBe(`key ${hex}`);
  });
});

describe('JSON', () => {
  test('is unchanged except for what is redacted', () => {
    const before = '{ "id": 12345678901234567890,\n\t"at": "/home/al/x/a.ts", "n": 1.0, "u": "\\u00e9" }';
    expect(document(before)).toBe(before.replace('/home/al/x/a.ts', '…/a.ts'));
  });

  test.each<[about: string, before: unknown, after: unknown]>([
    ['a value by its name', { password: 'x', token: 'abc12345' }, { password: '[secret 1]', token: '[secret 2]' }],
    ['a list by its name', { api_keys: ['one', 'two'] }, { api_keys: ['[secret 1]', '[secret 2]'] }],
    ['a word is no token', { token: 'the', next_token: '' }, { token: 'the', next_token: '' }],
    [
      'headers, whatever they look like',
      {
        Authorization: 'Basic dXNlcjpwYXNz',
        cookie: 'session=abc123; id=77',
        'Set-Cookie': 'a',
        connectionString: 'b c',
      },
      { Authorization: '[secret 1]', cookie: '[secret 2]', 'Set-Cookie': '[secret 3]', connectionString: '[secret 4]' },
    ],
    [
      'a scheme alone is none',
      { authorization: 'Bearer', b: { authorization: '' } },
      { authorization: 'Bearer', b: { authorization: '' } },
    ],
    [
      'a number',
      { password: 12345678, api_key: -9.5, pin: 1 },
      { password: '[secret 1]', api_key: '[secret 2]', pin: 1 },
    ],
    ['no word of JSON', { password: null, api_key: true }, { password: null, api_key: true }],
    [
      'by the name around it',
      {
        credentials: { value: 'hunter2abc9', kind: 'hunter2' },
        password: { x: [{ Text: 'a', data: 7 }] },
        value: 'hunter2abc9',
      },
      {
        credentials: { value: '[secret 1]', kind: 'hunter2' },
        password: { x: [{ Text: '[secret 2]', data: '[secret 3]' }] },
        value: 'hunter2abc9',
      },
    ],
    [
      'a list of an attribute',
      [{ key: 'http.request.header.authorization', value: { arrayValue: { values: [{ stringValue: 'Basic ab' }] } } }],
      [
        {
          key: 'http.request.header.authorization',
          value: { arrayValue: { values: [{ stringValue: '[secret 1]' }] } },
        },
      ],
    ],
    ['no tokens', { tokens: ['the1234', 'a'], max_tokens: 5 }, { tokens: ['the1234', 'a'], max_tokens: 5 }],
    ['JSON in a string', { args: '{"token": "abc12345"}' }, { args: '{"token": "[secret 1]"}' }],
    [
      'an attribute',
      [{ key: 'db.password', value: { stringValue: 'x' } }],
      [{ key: 'db.password', value: { stringValue: '[secret 1]' } }],
    ],
    [
      'no value next to a redacted name',
      [{ password: { key: '[secret 1]', value: '…/x.ts' } }],
      [{ password: { key: '[secret 1]', value: '…/x.ts' } }],
    ],
    [
      'a value that can be nothing else, under a name of many things',
      { auth: `Zx!9q${'Lm#47tRw'}`, key: `Zx!9q${'Lm#48tRw'}`, args: ['-p', `Zx!9q${'Lm#49tRw'}`] },
      { auth: '[secret 1]', key: '[secret 2]', args: ['-p', '[secret 3]'] },
    ],
    [
      'no other value of such a name',
      [{ auth: 'oauth2', key: 'ENG-1234' }, { key: 'getUserById2' }, { args: ['-p', '8080:80', '-p', 'src/App2.ts'] }],
      [{ auth: 'oauth2', key: 'ENG-1234' }, { key: 'getUserById2' }, { args: ['-p', '8080:80', '-p', 'src/App2.ts'] }],
    ],
    ['names stay', { '/home/al/x/a.ts': 1 }, { '/home/al/x/a.ts': 1 }],
    ['the same twice', ['a@x.de', { to: 'a@x.de' }], ['[email 1]', { to: '[email 1]' }]],
  ])('%s', (_, before, after) => {
    expect(JSON.parse(document(JSON.stringify(before)))).toEqual(after);
  });

  test.each<[about: string, before: unknown, after: unknown]>([
    ['at any depth, whatever its case', [{ a: { Goal: 'x' } }], [{ a: { Goal: '[field 1]' } }]],
    ['whole', { goal: { a: ['b', 1] }, b: 1 }, { goal: '[field 1]', b: 1 }],
    [
      'the same twice',
      [{ goal: 1 }, { goal: 2 }, { goal: 1 }],
      [{ goal: '[field 1]' }, { goal: '[field 2]' }, { goal: '[field 1]' }],
    ],
    ['in JSON in a string', { args: '{"goal": 4}' }, { args: '{"goal": "[field 1]"}' }],
    ['an attribute', [{ key: 'goal', value: { intValue: '4' } }], [{ key: 'goal', value: '[field 1]' }]],
    [
      'beside a name of something else',
      { userName: 'ann', goal: 1, default: 2 },
      { userName: 'ann', goal: '[field 1]', default: 2 },
    ],
    ['nothing else', { goals: 1, '': { goal_id: 2 } }, { goals: 1, '': { goal_id: 2 } }],
  ])('a chosen field is covered: %s', (_, before, after) => {
    const text = redactor({ ...NONE, fields: [' goal ', ''] }).document(JSON.stringify(before), 'json');
    expect(JSON.parse(text)).toEqual(after);
  });

  test('a chosen field is also redacted under its own name in a pair', () => {
    const covers = redactor({ ...NONE, fields: ['default', 'cellValue'] });
    const json = '[{"name":"a","default":1},{"fileName":"b","cellValue":{"x":2}}]';
    expect(covers.document(json, 'json')).toBe(
      '[{"name":"a","default":"[field 1]"},{"fileName":"b","cellValue":"[field 2]"}]',
    );
  });

  test('that is invalid is treated as text', () => {
    const text = '{"goal": "a", "at": "/home/al/x/a.ts", // bob@example.com\n "password": "x y"';
    expect(redactor({ ...ALL, fields: ['goal'] }).document(text, 'jsonc')).toBe(
      '{"goal": "[field 1]", "at": "…/a.ts", // [email 1]\n "password": "[secret 1]"',
    );
  });
});

test('what is redacted because of its name is also redacted in lines made of it', () => {
  const named = noCoveredTexts();
  const long = `Plan the launch of ${'x'.repeat(100)}`;
  const covers = redactor({ ...NONE, fields: ['goal'] });
  covers.document(JSON.stringify({ goal: { text: 'Sell boats', more: ['', 'a', long] } }), 'json', named);
  expect(redactLine('Sell boats', named)).toBe('[field 1]');
  expect(redactLine('plan: Sell boats now', named)).toBe('plan: [field 1] now');
  expect(redactLine(`do ${long.slice(0, 69)}...`, named)).toBe('do [field 1]');
  expect(redactLine('a boat', named)).toBe('a boat');
});

test('redacted numbers are redacted in lines, but not within other numbers', () => {
  const named = noCoveredTexts();
  const covers = redactor({ ...NONE, secrets: true, fields: ['customer'] });
  covers.document('{"customer": [4711, 12, "x"], "password": 8150.50}', 'json', named);
  expect(redactLine('for 4711, 14711 and 4711.5, of 12', named)).toBe('for [field 1], 14711 and 4711.5, of 12');
  expect(redactLine('4711', named)).toBe('[field 1]');
  expect(redactLine('is 8150.5.', named)).toBe('is [secret 1].');
});

describe('the beginning of a redacted text is redacted in a truncated line', () => {
  const named = noCoveredTexts();
  const secret = `ghp_${'aB3'.repeat(12)}`;
  redactor(ALL).document(
    JSON.stringify([
      `alice.smithson@acme-corp.example ${secret} in /srv/boats/plan.md`,
      '/srv/My Boats/a.ts',
      { password: 'swordfish9' },
    ]),
    'json',
    named,
  );

  test.each([
    ['namely alice.smithson@acme-corp...', 'namely [email 1]'],
    ['namely alice.smiths…', 'namely [email 1]'],
    [`key ${secret.slice(0, 12)}... from plan`, 'key [secret 1] from plan'],
    ['use swordfi...', 'use [secret 2]'],
    ['at /srv/boats/pl...', 'at …/plan.md'],
    ['write /srv/My Boats/a.ts', 'write …/a.ts'],
    ['namely alice...', 'namely alice...'],
    ['alice.smithson, and more...', 'alice.smithson, and more...'],
  ])('%s', (before, after) => {
    expect(redactLine(before, named)).toBe(after);
  });
});

test.each([
  ['letters', 'x'.repeat(10_000_000)],
  ['escapes', '\\n'.repeat(5_000_000)],
])('a property of ten megabytes, of %s, in what is no JSON is covered whole', (_, content) => {
  const covers = redactor({ ...NONE, fields: ['goal'] });
  expect(
    covers.document(`said "goal" : "${content}" and "goal": 7, "goal": , "note": "a"`, 'json').length,
  ).toBeLessThan(100);
});
