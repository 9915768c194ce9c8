import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactor } from '../../../server/src/runs/redaction/redactor';
import { everyFourth, sixteenth } from '../../kit/amount';
import { json } from '../../kit/arbitraries';
import { superlinearity } from '../../kit/timing';
import { document, NONE, redacted, SECRETS } from './redacted';

describe('for any text', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '/home/al/x.ts',
      '/srv/a/b',
      'C:\\Users\\Al B\\x',
      'file:///a/b c',
      'al@x.de',
      ...SECRETS,
      'password=',
      '"token": "abc12345"',
      'Bearer abc1234567',
      '-u a:b9c',
      '--password ',
      '&#65;',
      'name="password" value="x1"',
      'Authorization: Bearer ',
      'Cookie: a=b; c',
      '/data/My Secret/x',
      '/',
      '\\',
      '"',
      ':',
      ' ',
      '@',
      '[secret 1]',
      '…',
      '~',
      '..',
      'home',
      '\n',
    ),
    fc.string({ maxLength: 4 }),
  );
  const text = fc.array(piece, { maxLength: 8 }).map(pieces => pieces.join(''));
  const covered: fc.Arbitrary<unknown> = fc.letrec(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      json,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('password', 'cookie', 'goal', 'key', 'value', '__proto__', 'a'), tie('value'), {
        maxKeys: 4,
      }),
    ),
  }))['value'] as fc.Arbitrary<unknown>;

  test('redacting twice equals redacting once', () => {
    fc.assert(
      fc.property(text, given => {
        const once = redacted(given);
        expect(redacted(once)).toBe(once);
      }),
      { numRuns: sixteenth(150) },
    );
  });

  test('JSON stays JSON of the same shape, and redacting twice equals redacting once', () => {
    fc.assert(
      fc.property(covered, value => {
        const before = JSON.stringify(value, undefined, 1) ?? 'null';
        const after = document(before);
        expect(shapeOf(JSON.parse(after))).toEqual(shapeOf(JSON.parse(before), JSON.parse(after)));
        expect(document(after)).toBe(after);
        expect(redactor(NONE).document(before, 'json')).toBe(before);
      }),
      { numRuns: sixteenth(100) },
    );
  });

  test('no secret, address or home folder remains between other words', () => {
    const all = [...SECRETS, '/home/alicia/shop/a.ts', 'C:\\Users\\alicia\\a.ts', 'alicia@example.com'];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...all)),
        fc.constantFrom(' ', '\n', ', ', '" "', ' (', '; '),
        (some, between) => {
          const after = document(JSON.stringify({ a: [some.join(between)] }));
          for (const one of some) expect(after).not.toContain(one);
          expect(after).not.toContain('alicia');
          expect(after).not.toContain('aB3');
        },
      ),
    );
  });
});

/** The value with a dash for each text, and for each number that became a secret. */
function shapeOf(value: unknown, after: unknown = value): unknown {
  if (typeof value === 'string') return '-';
  if (typeof value === 'number' && /^\[secret \d+\]$/.test(String(after))) return '-';
  if (Array.isArray(value)) return value.map((one, index) => shapeOf(one, (after as unknown[])[index]));
  if (typeof value !== 'object' || value === null) return value;
  const others = new Map(Object.entries(after as object));
  return Object.entries(value).map(([key, member]) => [key, shapeOf(member, others.get(key))]);
}

const LONG = sixteenth(100_000);

describe(`${LONG} adversarial characters are fast`, () => {
  const units = [
    '/',
    '/a',
    'a@',
    '@a.',
    'eyJ',
    '-eyJ',
    '-sk-',
    'token="',
    'password ',
    '-----BEGIN ',
    '-----BEGIN PRIVATE KEY-----',
  ];
  units.push(
    '://',
    '://a:',
    'Bearer ',
    'C:\\',
    '\\\\',
    '~/',
    '/home/a b',
    'key ',
    '../',
    'file://',
    'xoxb-',
    '=/a',
    '-a/',
    'key="',
    'cookie:a=',
    'cookie:',
    'Authorization: Basic ',
    '/a b',
    'home/',
  );
  units.push(
    'pw=',
    'password is ',
    'password for a ',
    '--password ',
    '"a","',
    "['--token','",
    'name="password" value="',
    'value="a" name="',
    '<password>',
    '| password ',
    '|---|\n| pass |\n',
    '%41',
    '&#65;',
    'Z2hw',
    '6768',
    '\u200bа',
    '-u a:',
    'mysql -p ',
    'redis-cli -a ',
    'docker login -p ',
    'token = a ?? ',
    '?key=',
    '4111 ',
    '+49 1',
    '1.2.3.',
    'a:b:',
    'DE89 ',
    'a.b.corp ',
    'http://a.',
    'ssh a@',
  );
  units.push(
    'echo "',
    'token ',
    'WIFI:T:a;',
    'net use x ',
    'smbclient -U a ',
    'a,token\n',
    'identified with ',
    'AQEa1-',
    'MIIEaaIBAAKC\n',
    'Private-Lines: 1\n',
    'secrets:\n a: b\n',
    'ann:',
    'prod:a:',
    'mot de passe ',
    'creds: a/',
    'a1B2/',
    '-----BEGIN CERTIFICATE-----',
    '\u001b[',
    'kubectl create secret a=',
    'login("a",',
    'jdbc:oracle:a:b/',
    'AKIAABCDEFGHIJKLMNOP ',
  );
  units.push(
    "mysql -p'",
    'redis-cli -a',
    'net use /user:a ',
    'htpasswd -b a b ',
    'enable secret 0 ',
    'machine a login a password ',
  );
  units.push('a:1:b:c:', '$6$a$', 'password: |\n  ', 'DBI->connect(a,', 'snmpwalk -c');
  units.push('a1B2c3.', '/a1B2c3D4', 'a1B2c3D4-', 'clé api : ', 'a_session=', 'auth("a');
  units.push(
    ...['password for a b c ', 'use a1B as the ', 'password from a to ', 'user/password: a / ', 'wifi a, key '],
    ...['verification code for a is 123', '123456 is your a b ', 'app password abcd ', 'license key ABCD-'],
    ...['seed phrase abc ', 'abcd efgh ', 'passphrase: abc ', 'mnemonic abc abc ', 'mot de passe de la '],
    ...['zugangsdaten: a / ', 'пароль от ', 'كلمة المرور '],
  );

  test.each(everyFourth(units))('%s', unit => {
    const redactLong = (size: number) =>
      redacted(`"${unit.repeat(Math.ceil(size / unit.length))}!`, { personal: true });
    expect(superlinearity(redactLong, LONG)).toBeLessThan(5);
  });
});
