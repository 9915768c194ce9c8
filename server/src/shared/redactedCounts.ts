import type { Redactions } from './replay';

type What = Redactions['counts'][number]['what'];

/** `12 paths and 1 key or token`; undefined if nothing was redacted. */
export function redactedCounts(counts: Redactions['counts']): string | undefined {
  const present = counts.filter(({ count }) => count > 0);
  const words = present.map(({ what, count }) => `${count} ${count === 1 ? REDACTION_TITLES[what] : MANY[what]}`);
  const last = words.pop();
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}

/** The title of each kind of redaction. */
export const REDACTION_TITLES: Record<What, string> = {
  path: 'path',
  email: 'e-mail address',
  secret: 'key or token',
  word: 'long random word',
  personal: 'address or number',
  field: 'property',
};

const MANY: Record<What, string> = {
  path: 'paths',
  email: 'e-mail addresses',
  secret: 'keys and tokens',
  word: 'long random words',
  personal: 'addresses and numbers',
  field: 'properties',
};
