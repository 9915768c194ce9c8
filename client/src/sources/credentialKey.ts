import type { CredentialParams } from '../../../server/src/shared/protocol';

/**
 * The key of a credential in the secret storage. It contains the server that the credential was set for: settings that change the address get none.
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
