import { fileNameOf } from '../../text/uri/decodeUri';

/** Is this the log that rejected calls are written to, by its name? What stands bare in it was rejected as well. */
export function isQuarantineLog(uri: string): boolean {
  return fileNameOf(uri) === 'quarantine_calls.jsonl';
}
