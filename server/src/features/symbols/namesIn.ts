import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Recognition } from '../../model/kind';
import type { FoundName, LocatedName, Name, NamePlace } from '../../model/name';
import type { Part } from '../../model/part';
import type { Position, Range } from '../../model/text';
import { cursorAt } from '../cursor';
import { envelopeOccurrences } from './envelopeOccurrences';
import { mayContainName } from './mayContainName';
import { registryOccurrences } from './registryOccurrences';
import { isSameSymbol } from './symbolKinds';

export interface Search {
  /** Restricts the result to these names. */
  names?: readonly Name[];
  /** Whether an envelope is sure given the rest of its file, if only a chunk was analysed. */
  isSure?(recognition: Recognition): boolean;
}

/** The names in a file, in document order: in its envelopes, its registry, and registries embedded in envelopes. */
export function namesIn({ parts }: Analysis, { names, isSure }: Search = {}): FoundName[] {
  const isWanted = (name: Name) => !names || names.some(one => isSameSymbol(one, name));
  return parts.flatMap(one => {
    if (names && !names.some(({ text }) => mayContainName(one.part.text, text))) return [];
    return namesInPart(one, isWanted, isSure);
  });
}

/** The name that contains or touches the cursor. Plain data, so that it can be sent to another thread. */
export function nameAt(analysis: Analysis, position: Position): LocatedName | undefined {
  const at = cursorAt(analysis, position)?.at;
  const found = at && namesInPart(at, () => true).find(({ range }) => holds(range, position));
  return found && locate(found, analysis.file.uri);
}

/** An occurrence as plain data. */
export function locate({ name, range, role, part, path }: NamePlace, uri: string): LocatedName {
  return { uri, name, range, role, part, path };
}

function namesInPart(
  one: AnalysedPart,
  isWanted: (name: Name) => boolean,
  isSure?: (recognition: Recognition) => boolean,
): FoundName[] {
  const { part, recognition, document } = one;
  const id = stepPartOf(part);
  const isOurs = recognition !== undefined && (recognition.sure || isSure?.(recognition) === true);
  const names = document
    ? registryOccurrences(document.content, part, isWanted)
    : isOurs
      ? envelopeOccurrences(one, recognition.kind, isWanted)
      : [];
  return names.map(name => ({ ...name, part: id })).sort((a, b) => compare(a.range.start, b.range.start));
}

function compare(one: Position, two: Position): number {
  return one.line - two.line || one.character - two.character;
}

// A document embedded in an envelope belongs to the envelope's step.
function stepPartOf({ id, lang, parent }: Part): string {
  return lang === 'markdown' && parent ? stepPartOf(parent) : id;
}

function holds({ start, end }: Range, { line, character }: Position): boolean {
  return start.line === line && end.line === line && start.character <= character && character <= end.character;
}
