import { analyse, type Context } from '../../analysis/analyse';
import type { FoundName } from '../../model/name';
import { logOccurrences } from './logOccurrences';
import { mayContainName } from './mayContainName';
import { namesIn } from './namesIn';
import type { SearchedFile, SearchedNames } from './searchedFile';

/** What looking through files rests on besides them. */
export interface SearchContext {
  /** Of the file with this URI. */
  contextOf(uri: string): Context;
  /** Does a file hold what is surely an envelope of this family? Asked of logs, which are not read whole. */
  isSure(uri: string, family: string): boolean;
}

/** Occurrences in one file, or in a piece of it. */
export interface FileOccurrences {
  file: SearchedFile;
  found: FoundName[];
}

/** The occurrences of names in many files, one file or piece of a log at a time. Files without a name's text are not parsed. */
export function* occurrences(
  files: Iterable<SearchedFile>,
  wanted: SearchedNames,
  context: SearchContext,
): Generator<FileOccurrences, void> {
  for (const file of files) {
    for (const found of occurrencesIn(file, wanted, context)) if (found.length > 0) yield { file, found };
  }
}

/** The occurrences of names in one file: of a log in pieces, else all at once. */
function occurrencesIn(file: SearchedFile, wanted: SearchedNames, search: SearchContext): Iterable<FoundName[]> {
  // Rules are not asked for what they find, so the files around it are of no interest.
  const { workspace: _, ...context } = search.contextOf(file.uri);
  if (file.lang === 'jsonl') return logOccurrences(file, wanted, context, family => search.isSure(file.uri, family));
  const source = file.whole();
  if (!wanted.names.some(({ text }) => source.lines.some(line => mayContainName(line, text)))) return [];
  const found = namesIn(analyse(source, context).analysis, wanted);
  return [found.filter(({ part }) => wanted.parts?.has(part) ?? true)];
}
