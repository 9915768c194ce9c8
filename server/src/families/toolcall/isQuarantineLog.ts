import { fileNameOf } from '../../text/decodeUri';

/**
 * Returns whether a file, by its name, is the log in which a program keeps calls that it refused. Each call in that log counts as refused,
 * whether it is wrapped with a reason or not.
 */
export function isQuarantineLog(uri: string): boolean {
  return fileNameOf(uri) === 'quarantine_calls.jsonl';
}
