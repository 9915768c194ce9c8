import type { Location } from 'vscode-languageserver-types';
import type { LocatedName, Name } from '../../model/name';
import type { FileOccurrences } from './fileOccurrences';

/** The files in which a symbol means the same, and how its occurrences are found there. */
export interface SymbolScope {
  /** The occurrences of symbols, one file or piece of a log at a time. */
  occurrences(symbols: readonly Name[]): Iterable<FileOccurrences>;
  /** Occurrences in the order in which a list shows them. */
  sort(occurrences: readonly LocatedName[]): readonly LocatedName[];
  /** What defines a symbol. */
  definitions(symbol: LocatedName): Location[];
  /** Why no symbol can be renamed here, as a sentence. */
  renameRefusal(symbol: Name): string | undefined;
}
