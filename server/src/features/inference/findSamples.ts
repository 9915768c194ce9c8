import type { TextFile } from '../../model/text';
import { splitIntoParts } from '../../parts/splitIntoParts';
import { parseJson } from '../../text/json/parseJson';
import { isObject } from '../../text/jsonPointer';
import type { Sample } from './groupSamples';
import { thinOut } from './inferProtocol';

/**
 * Returns the objects in a file from which a protocol can be inferred: its root, the elements of an array, the lines of a log, the blocks
 * of Markdown.
 */
export function findSamples(file: TextFile): Sample[] {
  const parts = splitIntoParts(file);
  const used = thinOut(parts, MAX_PARTS);
  // What is left out may stand between two lines, and blocks of Markdown are examples: their order says nothing.
  const isSequence = used.length === parts.length && file.lang !== 'markdown';
  return used.flatMap(({ text, lang }, at): Sample[] => {
    if (text.length > MAX_LENGTH || text.trim() === '') return [];
    const { value } = parseJson(text, lang === 'jsonc' ? 'jsonc' : 'json');
    if (!isObject(value)) return [];
    // What a file says about how it is checked is no part of its envelopes.
    const { $schema: _, $ignore: __, ...own } = value;
    return [{ value: own, source: isSequence ? file.uri : `${file.uri}#${at}` }];
  });
}

const MAX_PARTS = 5000;
const MAX_LENGTH = 5_000_000;
