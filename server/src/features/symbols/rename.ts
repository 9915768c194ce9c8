import type { ChangeAnnotation, Location, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { PatternedKind } from '../../model/registry';
import type { FoundName, LocatedName, SymbolName } from '../../model/symbol';
import { idKind } from '../../registry/registryIds';
import { t } from '../../shared/l10n';
import { INVISIBLE, truncate } from '../../shared/shownText';
import { fileNameOf } from '../../text/decodeUri';
import { inlineCode } from '../../text/escapeMarkdown';
import type { FileOccurrences } from './fileOccurrences';
import { locate } from './findNames';
import type { SearchedFile } from './searchedFiles';
import { isIdKind, isName, isSameSymbol, SYMBOL_KINDS } from './symbolKinds';

/**
 * Returns the edit that renames a symbol in its scope. An id keeps its form at each place, such as `US1` or `US-001`. If the
 * symbol can't be renamed, returns a sentence that says why.
 */
export function rename(
  symbol: SymbolName,
  newText: string,
  scope: SymbolScope,
  client: EditClient,
): WorkspaceEdit | { refused: string } {
  const to = newText.trim();
  const refused = textRefusal(symbol, to) ?? scope.renameRefusal(symbol);
  if (refused) return { refused };
  const wanted = { ...symbol, text: to };
  const mayMerge = symbol.text.toLowerCase() === to.toLowerCase();
  const changes: Change[] = [];
  for (const { file, found } of scope.occurrences(mayMerge ? [symbol] : [symbol, wanted])) {
    for (const place of found) {
      const reason = occurrenceRefusal(place, { to, wanted, file });
      if (reason) return { refused: reason };
      changes.push({ uri: file.uri, place, edit: { range: place.range, newText: place.write(to) } });
    }
  }
  // An id is unambiguous, so there is nothing to confirm.
  const isAnnotated = client.annotates && !isIdKind(symbol.kind);
  return isAnnotated ? annotated(changes, symbol) : { changes: byFile(changes, ({ edit }) => edit) };
}

/** The client's capabilities for edits. */
export interface EditClient {
  /** The client supports change annotations, including confirmation. */
  annotates: boolean;
}

interface Change {
  uri: string;
  place: FoundName;
  edit: TextEdit;
}

function textRefusal(symbol: SymbolName, to: string): string | undefined {
  return isIdKind(symbol.kind) ? idRefusal(symbol, symbol.kind, to) : nameRefusal(symbol, to);
}

function idRefusal(symbol: SymbolName, kind: PatternedKind, to: string): string | undefined {
  const { noun, examples } = SYMBOL_KINDS[kind];
  if (idKind(to) !== kind) return t`${inlineCode(to)} is not an id of a ${noun}, such as ${examples ?? ''}.`;
  return isSameSymbol(symbol, { kind, text: to })
    ? t`${inlineCode(to)} is ${inlineCode(symbol.text)} already.`
    : undefined;
}

function nameRefusal({ text }: SymbolName, to: string): string | undefined {
  if (to === '') return t`A name can't be empty.`;
  if (UNSEEN.test(to)) return t`A name has no line breaks and no control characters.`;
  if (!isName(to)) return t`${shown(to)} can't be a name: it is too long, or a placeholder.`;
  return to === text ? t`${shown(to)} is the name already.` : undefined;
}

const UNSEEN = new RegExp(`${INVISIBLE.source}|\\p{Cf}`, 'u');
// VS Code opens no larger files for extensions, so it can't edit them.
const LARGEST = 50 * 1024 * 1024;

function occurrenceRefusal(
  place: FoundName,
  { to, wanted, file }: { to: string; wanted: SymbolName; file: SearchedFile },
): string | undefined {
  const where = inlineCode(fileNameOf(file.uri));
  if (isSameSymbol(place.name, wanted)) return t`${shown(to)} is already used in ${where}.`;
  if (file.size > LARGEST) return t`${shown(place.name.text)} occurs in ${where}, which is too large to be edited.`;
  const reason = place.refuses(to);
  return reason && t`${shown(to)} is not allowed in ${where}: it ${reason}.`;
}

/** Annotates changes: occurrences that may be another agent's tool need confirmation. */
function annotated(changes: readonly Change[], name: SymbolName): WorkspaceEdit {
  const noun = SYMBOL_KINDS[name.kind].noun;
  const changeAnnotations: Record<string, ChangeAnnotation> = {};
  const files = byFile(changes, ({ edit, place }) => {
    const isDoubtful = name.of !== undefined && place.name.of === undefined;
    const annotationId = isDoubtful ? DOUBTFUL : SURE;
    changeAnnotations[annotationId] ??= isDoubtful
      ? { label: t`The ${noun} may be another agent's`, needsConfirmation: true }
      : { label: t`Rename the ${noun}`, needsConfirmation: false };
    return { ...edit, annotationId };
  });
  return {
    changeAnnotations,
    documentChanges: Object.entries(files).map(([uri, edits]) => ({ textDocument: { uri, version: null }, edits })),
  };
}

const SURE = 'name';
const DOUBTFUL = 'doubtful';

function byFile<T>(changes: readonly Change[], make: (change: Change) => T): Record<string, T[]> {
  const files: Record<string, T[]> = {};
  for (const change of changes) {
    const edits = files[change.uri] ?? [];
    edits.push(make(change));
    files[change.uri] = edits;
  }
  return files;
}

function shown(text: string): string {
  return inlineCode(truncate(text, 60, 58));
}

/** Returns all occurrences of a symbol in its scope, up to a limit. */
export function references(
  symbol: SymbolName,
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

/** The parameters of queries about a symbol: plain data, since the scope may be in another thread. */
export interface SymbolQueryParams {
  definition: { symbol: LocatedName };
  references: { symbol: LocatedName; includeDeclaration: boolean };
  rename: { symbol: LocatedName; to: string; annotates: boolean };
}

interface SymbolQueryResults {
  definition: Location[];
  references: Location[];
  rename: WorkspaceEdit | { refused: string };
}

export type SymbolQuery = keyof SymbolQueryParams;

/** The queries that a scope answers. */
export const symbolQueries: {
  [Q in SymbolQuery]: (params: SymbolQueryParams[Q], scope: SymbolScope) => SymbolQueryResults[Q];
} = {
  definition: ({ symbol }, scope) => scope.definitions(symbol),
  references: ({ symbol, includeDeclaration }, scope) => references(symbol.name, { includeDeclaration }, scope),
  rename: ({ symbol, to, annotates }, scope) => rename(symbol.name, to, scope, { annotates }),
};

/** The files in which a symbol means the same, and how to find its occurrences there. */
export interface SymbolScope {
  /** The occurrences of symbols, one file or chunk of a log at a time. */
  occurrences(symbols: readonly SymbolName[]): Iterable<FileOccurrences>;
  /** Sorts occurrences for display. */
  sort(occurrences: readonly LocatedName[]): readonly LocatedName[];
  /** Returns the definitions of a symbol. */
  definitions(symbol: LocatedName): Location[];
  /** Returns a sentence that says why the symbol can't be renamed in this scope; undefined if it can. */
  renameRefusal(symbol: SymbolName): string | undefined;
}
