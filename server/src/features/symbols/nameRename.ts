import type { ChangeAnnotation, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { FoundName, Name } from '../../model/name';
import type { Position } from '../../model/text';
import { inlineCode } from '../../text/markdown/escapeMarkdown';
import { fileNameOf } from '../../text/uri/decodeUri';
import { searchContext } from './collectOccurrences';
import { isName, NAME_KINDS } from './nameKinds';
import { nameAt } from './namesIn';
import type { SearchedFile } from './searchedFile';
import { occurrences } from './searchOccurrences';
import type { NameSearch, Work } from './symbolSearch';

/** What is renamed when the user asks at the cursor; none where no name is. */
export function prepareNameRename(
  analysis: Analysis,
  position: Position,
): { range: Range; placeholder: string } | undefined {
  const at = nameAt(analysis, position);
  return at && { range: at.range, placeholder: at.name.text };
}

/** What a client can do with an edit. */
export interface EditClient {
  /** It shows changes by what is said of them, and asks where that is called for. */
  annotates: boolean;
}

/**
 * Gives a name another text in all files, each place as it is written there. Or says in a sentence why not. Only where a
 * schema or a registry says that names stand: prose stays as it is.
 */
export function* nameRename(
  name: Name,
  newText: string,
  search: NameSearch,
  client: EditClient,
): Work<WorkspaceEdit | { refused: string }> {
  const to = newText.trim();
  const refused = refusalOf(name, to);
  if (refused) return { refused };
  const wanted = { ...name, text: to };
  const mayMerge = name.text.toLowerCase() === to.toLowerCase();
  const names = mayMerge ? [name] : [name, wanted];
  const changes: Change[] = [];
  for (const batch of occurrences(search.files, { names }, searchContext(search))) {
    yield;
    if (!batch) continue;
    const { file, found } = batch;
    for (const place of found) {
      const reason = reasonAgainst(place, { to, wanted, file });
      if (reason) return { refused: reason };
      changes.push({ uri: file.uri, place, edit: { range: place.range, newText: place.write(to) } });
    }
  }
  return client.annotates ? annotated(changes, name) : { changes: byFile(changes, ({ edit }) => edit) };
}

interface Change {
  uri: string;
  place: FoundName;
  edit: TextEdit;
}

function refusalOf({ text }: Name, to: string): string | undefined {
  if (to === '') return "A name can't be empty.";
  if (UNSEEN.test(to)) return 'A name has no line breaks and no control characters.';
  if (!isName(to)) return `${shown(to)} can't be a name: it is too long, or holds the place of one.`;
  return to === text ? `${shown(to)} is the name already.` : undefined;
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
// VS Code opens no larger file for extensions, and so can't edit it.
const LARGEST = 50 * 1024 * 1024;

function reasonAgainst(
  place: FoundName,
  { to, wanted, file }: { to: string; wanted: Name; file: SearchedFile },
): string | undefined {
  const where = inlineCode(fileNameOf(file.uri));
  if (place.name.text === wanted.text) return `${shown(to)} is taken: it stands in ${where}.`;
  if (file.size > LARGEST) return `${shown(place.name.text)} stands in ${where}, which is too large to be edited.`;
  const reason = place.refuses(to);
  return reason && `${shown(to)} can't stand in ${where}: there it ${reason}.`;
}

/** The changes under what is to be said of them; what may be another's of the same name is to be confirmed. */
function annotated(changes: readonly Change[], name: Name): WorkspaceEdit {
  const noun = NAME_KINDS[name.kind].noun;
  const changeAnnotations: Record<string, ChangeAnnotation> = {};
  const files = byFile(changes, ({ edit, place }) => {
    const isDoubtful = name.of !== undefined && place.name.of === undefined;
    const annotationId = isDoubtful ? DOUBTFUL : SURE;
    changeAnnotations[annotationId] ??= isDoubtful
      ? { label: `The ${noun} may be another agent's`, needsConfirmation: true }
      : { label: `Rename the ${noun}`, needsConfirmation: false };
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
  return inlineCode(text.length > 60 ? `${text.slice(0, 58)}…` : text);
}
