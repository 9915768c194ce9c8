import { fileNameOf } from '../../text/decodeUri';

/**
 * Returns whether a file is the quarantine log, by its name. Every call in that log was rejected, also one that is not wrapped as a
 * quarantined call.
 */
export function isQuarantineLog(uri: string): boolean {
  return fileNameOf(uri) === 'quarantine_calls.jsonl';
}
