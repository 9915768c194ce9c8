import { fileNameOf } from '../../text/decodeUri';

/** Whether a file's name is that of the quarantine log. Even calls without a wrapper in it were rejected. */
export function isQuarantineLog(uri: string): boolean {
  return fileNameOf(uri) === 'quarantine_calls.jsonl';
}
