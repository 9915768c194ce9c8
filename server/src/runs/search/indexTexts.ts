import { languageOf } from '../../text/language';
import type { RunIndex } from '../index/runIndex';
import { textVersion } from './findParts';
import type { TextIndex } from './textIndex';

/**
 * Brings the text index in line with the files of all runs, a block between two yields, and drops what is no file of a run any more.
 *
 * @param isOpen whether a file is open in an editor: its text is searched there
 */
export function* indexTexts(
  index: RunIndex,
  texts: TextIndex,
  isOpen: (uri: string) => boolean,
): Generator<undefined, void> {
  const files = new Set(index.runs().flatMap(run => run.files));
  for (const uri of [...texts.uris()]) if (!files.has(uri)) texts.drop(uri);
  let passed = 0;
  for (const uri of files) {
    const known = index.known(uri);
    if (++passed % FILES_AT_ONCE === 0) yield;
    if (!known || isOpen(uri) || languageOf(uri) === 'markdown') continue;
    const version = textVersion(known);
    if (!texts.isFilled(uri, version)) yield* texts.fill(uri, version);
  }
}

const FILES_AT_ONCE = 500;
