import type { SaidMatch } from '../../../model/runSource';
import type { Range } from '../../../model/text';
import { atPath } from '../../../text/pointer';
import type { WordPattern } from '../../../text/search/wordPattern';
import { plain } from '../words';
import type { Said } from './eachSaid';
import { fieldName } from './fieldName';
import { LONGEST, snippet } from './snippet';
import { textRange } from './textRange';

/** A match in a file, with the range of its first words there. */
export interface FileSaidMatch extends SaidMatch {
  uri: string;
  range: Range;
}

/** Describes what was found. */
export function saidMatch(
  { uri, part, summary, step, envelope, text, path }: Said,
  pattern: WordPattern,
): FileSaidMatch {
  const places = pattern.places(text, LONGEST);
  const written = atPath(part.value, path);
  // In the JSON of a string the words may be spelled in another way.
  const [first = { start: 0, end: 0 }] = written === text ? places : pattern.places(String(written), LONGEST);
  return {
    run: summary.id,
    family: summary.family,
    ...(step.key !== undefined && { step: step.key }),
    title: plain(step.title, LONGEST),
    field: fieldName(atPath(part.value, envelope), path.slice(envelope.length)),
    ...snippet(text, places),
    uri,
    range: textRange(part.place, path, first),
  };
}
