import { expect, test } from 'vitest';
import { document, NONE, redacted } from './redacted';

const personal = { ...NONE, personal: true };

test.each([
  ['ssh 10.20.31.47', 'ssh [address 1]'],
  ['203.0.113.77:443 and 203.0.113.77', '[address 1]:443 and [address 1]'],
  ['[2001:db8:85a3::8a2e:370:7334]', '[[address 1]]'],
  ['3c:22:fb:9a:4e:71', '[address 1]'],
  ['call +49 151 23456789.', 'call [phone 1].'],
  ['(415) 555-0132', '[phone 1]'],
  ['4556 7375 8689 9855', '[card 1]'],
  ['378282246310005', '[card 1]'],
  ['DE89 3704 0044 0532 0130 00', '[account 1]'],
  ['078-05-1120', '[account 1]'],
  ['db-03.prod.corp', '[host 1]'],
  ['http://jenkinsbox:8080/job', 'http://[host 1]:8080/job'],
  ['ssh ann@build-7', 'ssh ann@[host 1]'],
])('%s', (before, after) => {
  expect(redacted(before, personal)).toBe(after);
});

test.each([
  'v1.2.3.4.5',
  '127.0.0.1:80',
  '0.0.0.0',
  'at 10:20:30',
  '2026-06-01 10:20:30',
  'std::vector::x',
  '12:34:56:78',
  '4556 7375 8689 9854',
  '1717236000000000000',
  'DE89 3704 0044 0532 0130 01',
  'settings.local',
  'this.items.private',
  'http://localhost:8080',
  'https://example.com/x',
  'attachment://dfedc191e05d9d04',
])('%s is none', text => {
  expect(redacted(text, personal)).toBe(text);
});

test('is recognised by names, and in numbers', () => {
  expect(
    document(
      '{"phone_number":"01715550199","hostname":"ann-laptop-4711","n":5425233430109903,"at":1717236000000}',
      personal,
    ),
  ).toBe('{"phone_number":"[phone 1]","hostname":"[host 1]","n":"[card 1]","at":1717236000000}');
});

test('stays unless requested', () => {
  expect(redacted('10.20.31.47')).toBe('10.20.31.47');
});
