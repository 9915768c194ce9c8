import { joinPath } from '../../analysis/paths';
import type { Kind } from '../../model/kind';
import { atPointer } from '../../text/pointer';
import { fileNameOf } from '../../text/uri/decodeUri';
import type { RefactoringContext } from './refactoringContext';
import type { FileEdit } from './workspaceEdit';

/** A new file with a text. */
export function newFileEdit(uri: string, text: string): FileEdit {
  const start = { line: 0, character: 0 };
  return { uri, isNew: true, edits: [{ range: { start, end: start }, newText: text }] };
}

/** The folder that a file lies in; none of a file that lies nowhere yet. */
export function folderOf(uri: string): string | undefined {
  return uri.startsWith('untitled:') ? undefined : /^(.*[^/])\/[^/]+$/.exec(uri)?.[1];
}

/** A file's name without its ending. */
export function fileStem(uri: string): string {
  const name = fileNameOf(uri);
  return name.replace(/(.)\.[^.]*$/, '$1');
}

/** What an envelope's own file is called, without its ending: by its id, if that can be a name, else by the file that it is in. */
export function envelopeName(value: unknown, { id, fieldPointers }: Kind, uri: string): string {
  const ids = (fieldPointers.id ?? []).map(pointer => atPointer(value, pointer));
  const own = ids.find(one => typeof one === 'string' && /^\w[\w.-]{0,79}$/.test(one));
  return `${own ?? fileStem(uri)}.${id.slice(id.indexOf('/') + 1)}`;
}

/** A name that no file in the folder has: `name.json`, else `name-2.json`. */
export function freeUri(
  folder: string,
  name: string,
  ending: string,
  { workspace }: Pick<RefactoringContext, 'workspace'>,
): string {
  const taken = workspace.disk.list(folder);
  for (let count = 1; ; count++) {
    const free = `${name}${count > 1 ? `-${count}` : ''}${ending}`;
    if (!taken?.has(free)) return joinPath(folder, [free]);
  }
}
