import type { Location } from 'vscode-languageserver-types';
import type { LocatedName, Name } from '../../model/name';
import type { FileOccurrences } from './fileOccurrences';

/** The files in which a symbol means the same, and how to find its occurrences there. */
export interface SymbolScope {
  /** The occurrences of symbols, one file or chunk of a log at a time. */
  occurrences(symbols: readonly Name[]): Iterable<FileOccurrences>;
  /** Sorts occurrences for display. */
  sort(occurrences: readonly LocatedName[]): readonly LocatedName[];
  /** The definitions of a symbol. */
  definitions(symbol: LocatedName): Location[];
  /** Why no symbol can be renamed here, as a sentence. */
  renameRefusal(symbol: Name): string | undefined;
}
