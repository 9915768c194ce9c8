import { shortLine } from '../families/drafts/draft';
import { truncate } from '../shared/truncate';
import { removeSecrets } from './removeSecrets';

/**
 * A text of a server for a message: one short line without control characters, links or secrets; empty if nothing is left.
 *
 * @param secrets are cut, in every spelling
 */
export function serverText(text: string, secrets: readonly string[] = []): string {
  return shortLine(truncate(removeSecrets(text.slice(0, LONGEST_READ), secrets), LONGEST)) ?? '';
}

const LONGEST_READ = 4000;
const LONGEST = 200;
