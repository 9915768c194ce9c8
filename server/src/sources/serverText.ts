import { shortLine } from '../families/drafts/draft';
import { truncate } from '../shared/truncate';

/**
 * A text of a server for a message: one short line without control characters, links or secrets; empty if nothing is left.
 *
 * @param secrets are cut, also encoded or within other words
 */
export function serverText(text: string, secrets: readonly string[] = []): string {
  return shortLine(truncate(withoutSecrets(text.slice(0, LONGEST_READ), secrets), LONGEST)) ?? '';
}

/** Replaces the secrets in a text, as they are and in the encodings in which a server may repeat them. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let kept = text;
  for (const secret of secrets) for (const form of formsOf(secret)) kept = kept.replaceAll(form, '…');
  return kept;
}

const LONGEST_READ = 4000;
const LONGEST = 200;
// A shorter one would cut innocent words to pieces, and protects nothing.
const SHORTEST = 3;

function formsOf(secret: string): string[] {
  const parts = secret.includes(':') ? [secret, secret.slice(secret.indexOf(':') + 1)] : [secret];
  const forms = parts.flatMap(part => [
    part,
    encodeURIComponent(part),
    JSON.stringify(part).slice(1, -1),
    ...base64Forms(part),
  ]);
  return [...new Set(forms)].filter(form => form.length >= SHORTEST).sort((one, other) => other.length - one.length);
}

function base64Forms(text: string): string[] {
  const bytes = new TextEncoder().encode(text);
  const encoded = btoa(String.fromCharCode(...bytes));
  return [encoded, encoded.replace(/=+$/, '')];
}
