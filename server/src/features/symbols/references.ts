import type { Location } from 'vscode-languageserver-types';
import type { LocatedName, Name } from '../../model/name';
import { locate } from './namesIn';
import type { SymbolScope } from './symbolScope';

/** All occurrences of a symbol in its scope. */
export function references(
  symbol: Name,
  { includeDeclaration }: { includeDeclaration: boolean },
  scope: SymbolScope,
): Location[] {
  const found: LocatedName[] = [];
  for (const { file, found: inFile } of scope.occurrences([symbol])) {
    for (const one of inFile) found.push(locate(one, file.uri));
    if (found.length >= MAX_REFERENCES) break;
  }
  const listed = found.slice(0, MAX_REFERENCES).filter(({ role }) => includeDeclaration || role === 'refers');
  return scope.sort(listed).map(({ uri, range }) => ({ uri, range }));
}

// More than an editor can list.
const MAX_REFERENCES = 20_000;
