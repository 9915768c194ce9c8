import { analyse, type Context } from '../../analysis/analyse';
import type { FoundName } from '../../model/name';
import { logOccurrences } from './logOccurrences';
import { mayContainName } from './mayContainName';
import { namesIn } from './namesIn';
import type { SearchedFile, SearchedNames } from './searchedFile';

/** What searching files depends on besides the files. */
export interface SearchContext {
  /** The context of a file. */
  contextOf(uri: string): Context;
  /** Whether a file contains a sure envelope of this family. Needed for logs, which are not read whole. */
  isSure(uri: string, family: string): boolean;
}

/** Occurrences in one file, or in one chunk of it. */
export interface FileOccurrences {
  file: SearchedFile;
  found: FoundName[];
}

/**
 * The occurrences of names in many files, one file or chunk of a log at a time. Files without the text of a name are not
 * parsed.
 */
export function* occurrences(
  files: Iterable<SearchedFile>,
  wanted: SearchedNames,
  context: SearchContext,
): Generator<FileOccurrences, void> {
  for (const file of files) {
    for (const found of occurrencesIn(file, wanted, context)) if (found.length > 0) yield { file, found };
  }
}

/** The occurrences of names in one file: a log in chunks, any other file at once. */
function occurrencesIn(file: SearchedFile, wanted: SearchedNames, search: SearchContext): Iterable<FoundName[]> {
  // No rules run here, so the neighbouring files do not matter.
  const { workspace: _, ...context } = search.contextOf(file.uri);
  if (file.lang === 'jsonl') return logOccurrences(file, wanted, context, family => search.isSure(file.uri, family));
  const source = file.whole();
  if (!wanted.names.some(({ text }) => source.lines.some(line => mayContainName(line, text)))) return [];
  const found = namesIn(analyse(source, context).analysis, wanted);
  return [found.filter(({ part }) => wanted.parts?.has(part) ?? true)];
}
