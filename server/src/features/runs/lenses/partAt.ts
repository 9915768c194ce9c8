import type { Path, Position, SourceFile } from '../../../model/text';
import { offsetAt, partAt as partAtPosition } from '../../../parts/positions';
import { splitIntoParts } from '../../../parts/splitIntoParts';
import { jsonLocationAt } from '../../../text/json/parseJson';

/** The part at a position in a file, and the path of the value there. Parses only one line of a log. */
export function partAt(file: SourceFile, position: Position): { part: string; path: Path } | undefined {
  if (file.lang === 'jsonl') {
    const text = file.lines[position.line];
    if (text === undefined) return undefined;
    return { part: `line ${position.line + 1}`, path: jsonLocationAt(text, position.character)?.path ?? [] };
  }
  if (file.lang === 'markdown') return undefined;
  const part = partAtPosition(splitIntoParts(file), position);
  const offset = part && offsetAt(part, position);
  if (!part || offset === undefined) return undefined;
  return { part: part.id, path: jsonLocationAt(part.text, offset)?.path ?? [] };
}
