import type { Redaction } from './replay';

/** The kinds of text that redaction recognises by their form, as dialogs list them. */
export const REDACTION_CHOICES = [
  { id: 'paths', title: 'Paths', about: 'of files and folders' },
  { id: 'emails', title: 'E-mail addresses', about: '' },
  { id: 'secrets', title: 'Keys and tokens', about: 'and what looks like them' },
  { id: 'words', title: 'Long random words', about: 'other than hashes, ids and paths of the run' },
  { id: 'personal', title: 'Personal data', about: 'IP addresses, hosts, phone, card and bank account numbers' },
  { id: 'names', title: 'Names of properties', about: 'that contain any of these' },
] as const satisfies readonly { id: Exclude<keyof Redaction, 'fields'>; title: string; about: string }[];

/** For each kind of text, whether it is redacted. */
export type RedactionPatterns = Record<(typeof REDACTION_CHOICES)[number]['id'], boolean>;

/** The choices that dialogs start with. */
export const USUAL_PATTERNS: RedactionPatterns = patternsBy(id => id === 'secrets' || id === 'words');

/** Returns the choices with the kinds redacted that meet a condition. */
export function patternsBy(isChosen: (id: keyof RedactionPatterns) => boolean): RedactionPatterns {
  return {
    paths: isChosen('paths'),
    emails: isChosen('emails'),
    secrets: isChosen('secrets'),
    words: isChosen('words'),
    personal: isChosen('personal'),
    names: isChosen('names'),
  };
}
