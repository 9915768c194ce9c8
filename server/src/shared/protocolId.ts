import { t } from './l10n';

/** Says how the id of a user's protocol may be written, as the end of an error message about an invalid id. */
export const PROTOCOL_ID_RULE = t`must begin with a letter and have only letters, digits, dots, dashes and underscores, at most 50`;

export function isProtocolId(id: string): boolean {
  return /^[a-z][a-z0-9._-]{0,49}$/i.test(id);
}

/** Suggests a protocol id from the name of a file or folder with sample envelopes. */
export function suggestProtocolId(path: string): string {
  const name =
    path
      .replace(/[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  const id = name
    .replace(/\.[a-z]+$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  return id.slice(0, 50).replace(/-+$/, '') || 'my-protocol';
}
