import { l10n } from 'vscode';
import type { CredentialParams } from '../../../server/src/shared/lspExtensions';

/** A trace store as listed in the settings: the store's name, and its address. */
export type NamedSource = CredentialParams;

/** The kinds of stores, with their default addresses. */
export const SOURCE_KINDS = [
  { kind: 'jaeger', label: 'Jaeger, VictoriaTraces', address: 'http://localhost:16686' },
  { kind: 'tempo', label: 'Grafana Tempo', address: 'http://localhost:3200' },
  { kind: 'clickhouse', label: 'ClickHouse', address: 'http://localhost:8123' },
  { kind: 'langfuse', label: 'Langfuse', address: 'https://cloud.langfuse.com' },
] as const;

/** Returns the stores in a setting. Leaves out invalid entries, which the server reports. */
export function namedSources(setting: unknown): NamedSource[] {
  if (!Array.isArray(setting)) return [];
  return setting.flatMap((entry: unknown) => {
    const { name, address } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
    return typeof name === 'string' && typeof address === 'string' ? [{ name, address }] : [];
  });
}

/** Returns the error in the name of a new store; undefined if it is valid. */
export function nameFault(name: string, taken: readonly string[]): string | undefined {
  const text = name.trim();
  if (!NAME.test(text)) return l10n.t('Use up to 60 letters, digits, blanks, ".", "_" or "-".');
  const isTaken = taken.some(one => one.toLowerCase() === text.toLowerCase());
  return isTaken ? l10n.t('Another source has this name.') : undefined;
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

/** Returns the error in the address of a store; undefined if it is valid. */
export function addressFault(address: string): string | undefined {
  try {
    const url = new URL(address.trim());
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return l10n.t('Enter an address that begins with http:// or https://.');
    if (url.username !== '' || url.password !== '')
      return l10n.t('Leave out user name and password; you are asked for them next.');
    return undefined;
  } catch {
    return l10n.t('Enter an address such as http://localhost:3200.');
  }
}

/**
 * Returns the key of a credential in the secret storage. It contains the address that the credential was set for, so that a changed address
 * in the settings does not receive it.
 */
export function credentialKey({ name, address }: CredentialParams): string {
  return `source ${name} ${originOf(address)}`;
}

function originOf(address: string): string {
  try {
    return new URL(address).origin;
  } catch {
    return address;
  }
}
