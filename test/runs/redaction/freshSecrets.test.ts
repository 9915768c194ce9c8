import { describe, expect, test } from 'vitest';
import {
  type FreshSecret,
  ordinaryValues,
  secretsInContext,
  triedSecrets,
  vendorTokens,
  wronglyTaken,
} from '../../hostile/redaction/freshSecrets.mjs';
import { document, redacted } from './redacted';

const SECRETS = { paths: false, emails: false };

/** The names of those that are left in a text or in a JSON document. */
function survivors(planted: readonly FreshSecret[]): string[] {
  return planted
    .filter(({ text, secrets }) => {
      const written = document(JSON.stringify({ note: text }), SECRETS);
      return secrets.some(secret => redacted(text, SECRETS).includes(secret) || written.includes(secret));
    })
    .map(({ name }) => name);
}

test('they are many, and half of them are held out', () => {
  expect(vendorTokens.length).toBeGreaterThanOrEqual(127);
  expect(secretsInContext.length).toBeGreaterThanOrEqual(113);
  expect(ordinaryValues.length).toBeGreaterThanOrEqual(300);
  for (const list of [vendorTokens, secretsInContext, ordinaryValues]) {
    expect(Math.abs(list.filter(({ heldOut }) => heldOut).length - list.length / 2)).toBeLessThanOrEqual(1);
  }
});

describe('what is left', () => {
  test('of tokens of vendors in plain prose', () => {
    expect(survivors(vendorTokens)).toEqual(TOKENS_LEFT);
  });

  test('of secrets that only their surroundings tell', () => {
    expect(survivors(secretsInContext)).toEqual(CONTEXTS_LEFT);
  });
});

test('what was covered is not covered again', () => {
  const again = [...secretsInContext, ...triedSecrets].filter(({ text }) => {
    const once = redacted(text, SECRETS);
    return redacted(once, SECRETS) !== once || /(?<!\[secret )\b\d\]/.test(once);
  });
  expect(again.map(({ name }) => name)).toEqual([]);
});

test('nothing is left of what was tried without knowing the rules', () => {
  expect(survivors(triedSecrets)).toEqual([]);
});

test.each([...ordinaryValues.map(({ text }) => text), ...wronglyTaken])('%s is left as it is', text => {
  expect(redacted(text, SECRETS)).toBe(text);
  const json = JSON.stringify({ note: text });
  expect(document(json, SECRETS)).toBe(json);
});

const TOKENS_LEFT: string[] = [
  // The id of a key, as short as a word: the key is beside it.
  'LiveKit',
  // What follows the prefix is cut by its own signs into pieces as short as names.
  'Ngrok',
  'Tigris id',
];
const CONTEXTS_LEFT: string[] = [
  // Nothing in front of it says what it is.
  'getpass default=@ password',
];
