import type { Redaction, Redactions } from '../../../server/src/shared/protocol';

type What = Redactions['counts'][number]['what'];

/** The title of each kind of redaction. */
export const REDACTION_TITLES: Record<What, string> = {
  path: 'path',
  email: 'e-mail address',
  secret: 'key or token',
  personal: 'address or number',
  field: 'property',
};

const MANY: Record<What, string> = {
  path: 'paths',
  email: 'e-mail addresses',
  secret: 'keys and tokens',
  personal: 'addresses and numbers',
  field: 'properties',
};

export function isRedacting({ paths, emails, secrets, personal = false, fields }: Redaction): boolean {
  return paths || emails || secrets || personal || fields.length > 0;
}

/** `Redacts 12 paths and 1 key or token.` */
export function redactionText({ counts, looked }: Redactions): string {
  const present = counts.filter(({ count }) => count > 0);
  const words = present.map(({ what, count }) => `${count} ${count === 1 ? REDACTION_TITLES[what] : MANY[what]}`);
  const last = words.pop();
  const list = words.length > 0 ? `${words.join(', ')} and ${last}` : last;
  const redacts = list === undefined ? 'Nothing to redact was found' : `Redacts ${list}`;
  return looked === undefined
    ? `${redacts}.`
    : `${redacts} in the first ${looked} steps; the rest is redacted when it is written.`;
}
