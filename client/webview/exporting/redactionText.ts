import { type Redaction, type Redactions, redactedCounts } from '../../../server/src/shared/protocol';

export function isRedacting({ paths, emails, secrets, words = secrets, personal = false, fields }: Redaction): boolean {
  return paths || emails || secrets || words || personal || fields.length > 0;
}

/** `Redacts 12 paths and 1 key or token.` */
export function redactionText({ counts, looked }: Redactions): string {
  const list = redactedCounts(counts);
  const redacts = list === undefined ? 'Nothing to redact was found' : `Redacts ${list}`;
  return looked === undefined
    ? `${redacts}.`
    : `${redacts} in the first ${looked} steps; the rest is redacted when it is written.`;
}
