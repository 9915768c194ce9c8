import { joinPath } from '../../analysis/paths';
import type { Kind } from '../../model/kind';
import { atPointer } from '../../text/pointer';
import { fileNameOf } from '../../text/uri/decodeUri';
import type { RefactoringContext } from './refactoringContext';
import type { FileEdit } from './workspaceEdit';

/** Creates a file with a text. */
export function newFileEdit(uri: string, text: string): FileEdit {
  const start = { line: 0, character: 0 };
  return { uri, isNew: true, edits: [{ range: { start, end: start }, newText: text }] };
}

/** The folder of a file; undefined for an unsaved one. */
export function folderOf(uri: string): string | undefined {
  return uri.startsWith('untitled:') ? undefined : /^(.*[^/])\/[^/]+$/.exec(uri)?.[1];
}

/** A file's name without its ending. */
export function fileStem(uri: string): string {
  const name = fileNameOf(uri);
  return name.replace(/(.)\.[^.]*$/, '$1');
}

/**
 * The name of an envelope's own file, without extension: its id, if that is a valid name, else the name of its current
 * file.
 */
export function envelopeName(value: unknown, { id, fieldPointers }: Kind, uri: string): string {
  const ids = (fieldPointers.id ?? []).map(pointer => atPointer(value, pointer));
  const own = ids.find(one => typeof one === 'string' && /^\w[\w.-]{0,79}$/.test(one));
  return `${own ?? fileStem(uri)}.${id.slice(id.indexOf('/') + 1)}`;
}

/** An unused name in the folder: `name.json`, else `name-2.json`. */
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
