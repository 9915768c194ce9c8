import { expect, test } from 'vitest';
import { addressFault, credentialKey, namedSources, nameFault } from '../../../client/src/sources/sourceSettings';

test.each([
  ['http://localhost:3200', true],
  ['https://tempo.example/api', true],
  ['localhost:3200', false],
  ['file:///etc/passwd', false],
  ['http://me:secret@host', false],
  ['', false],
])('the address "%s"', (address, isRight) => {
  expect(addressFault(address) === undefined).toBe(isRight);
});

test.each([
  ['staging', true],
  ['Prod EU-1', true],
  ['taken', false],
  ['TAKEN', false],
  ['', false],
  ['../x', false],
])('the name "%s"', (name, isRight) => {
  expect(nameFault(name, ['taken']) === undefined).toBe(isRight);
});

test('a setting of any form is read', () => {
  for (const setting of [undefined, null, 3, {}, [null, 'x', { name: 1 }]]) expect(namedSources(setting)).toEqual([]);
  const source = { name: 'a', address: 'http://h' };
  expect(namedSources([{ ...source, kind: 'tempo' }])).toEqual([source]);
});

test('another server gets no credential, another path on the same one does', () => {
  const key = credentialKey({ name: 'prod', address: 'https://a.example/tempo' });
  expect(credentialKey({ name: 'prod', address: 'https://a.example' })).toBe(key);
  expect(credentialKey({ name: 'prod', address: 'https://b.example/tempo' })).not.toBe(key);
  expect(credentialKey({ name: 'prod', address: 'http://a.example/tempo' })).not.toBe(key);
  expect(credentialKey({ name: 'dev', address: 'https://a.example/tempo' })).not.toBe(key);
});
