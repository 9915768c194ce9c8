import { t } from './l10n';
import type { Redaction } from './replay';

/** The kinds of text that a user may redact before sharing a run, as dialogs list them. */
export const REDACTION_CHOICES = [
  { id: 'paths', title: t`Paths`, about: t`of files and folders` },
  { id: 'emails', title: t`E-mail addresses`, about: '' },
  { id: 'secrets', title: t`Keys and tokens`, about: t`and what looks like them` },
  { id: 'words', title: t`Long random words`, about: t`other than hashes, ids and paths of the run` },
  { id: 'personal', title: t`Personal data`, about: t`IP addresses, hosts, phone, card and bank account numbers` },
  { id: 'names', title: t`Names of properties`, about: t`that contain any of these` },
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

/** The maximum number of names; the rest is dropped. */
const MOST = 100;

/** Parses property names separated by commas or lines; drops duplicates. */
export function parsePropertyNames(text: string): string[] {
  const names = text.split(/[,\n]/).map(name => name.trim());
  return [...new Set(names.filter(name => name !== ''))].slice(0, MOST);
}
