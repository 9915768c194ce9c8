import { fileNameOf } from '../../text/decodeUri';

/** Returns whether a file's name is that of the quarantine log. Bare calls in it were rejected, too. */
export function isQuarantineLog(uri: string): boolean {
  return fileNameOf(uri) === 'quarantine_calls.jsonl';
}
