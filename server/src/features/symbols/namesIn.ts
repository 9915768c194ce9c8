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
  /** Only places of one of these names. */
  names?: readonly Name[];
  /** What the rest of its file makes sure to be an envelope, where only a piece of it was analysed. */
  isSure?(recognition: Recognition): boolean;
}

/** The names in a file, in order: in its envelopes, in its registry, and in registries that envelopes carry. */
export function namesIn({ parts }: Analysis, { names, isSure }: Search = {}): FoundName[] {
  const isWanted = (name: Name) => !names || names.some(one => isSameSymbol(one, name));
  return parts.flatMap(one => {
    if (names && !names.some(({ text }) => mayContainName(one.part.text, text))) return [];
    return namesInPart(one, isWanted, isSure);
  });
}

/** The name that the cursor is in or at an end of. Plain data, to be asked about elsewhere. */
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
  return names.map(name => ({ ...name, part: id })).sort((one, two) => compare(one.range.start, two.range.start));
}

function compare(one: Position, two: Position): number {
  return one.line - two.line || one.character - two.character;
}

// What an envelope carries is part of its step.
function stepPartOf({ id, lang, parent }: Part): string {
  return lang === 'markdown' && parent ? stepPartOf(parent) : id;
}

function holds({ start, end }: Range, { line, character }: Position): boolean {
  return start.line === line && end.line === line && start.character <= character && character <= end.character;
}
