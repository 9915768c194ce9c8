import { dirname, join, relative } from 'node:path';
import { parseJson } from '../../text/json/parseJson';
import { FILE_EXTENSIONS, PROJECT_FILE } from '../../text/language';
import { isObject } from '../../text/pointer';
import { resolveNamedPath } from '../../workspace/links/namedPath';
import { readText } from '../../workspace/read/readText';
import { toSlashes } from '../files/toSlashes';

/**
 * What to say where a folder's settings of VS Code associate files with kinds, as earlier versions saved that choice: only the editor
 * reads them, and the files would be left out without a word.
 */
export function editorAssociationNotes(folders: readonly string[], cwd: string): string[] {
  return [...new Set(folders)].flatMap(folder => {
    const path = join(folder, '.vscode', 'settings.json');
    const named = resolveNamedPath(path, { cwd: dirname(path), endings: FILE_EXTENSIONS });
    const read = 'fault' in named ? named : readText(named.real);
    if ('fault' in read || !read.text.includes(SETTING)) return [];
    const { value } = parseJson(read.text, 'jsonc');
    const associations = isObject(value) ? value[SETTING] : undefined;
    if (!isObject(associations) || Object.keys(associations).length === 0) return [];
    const shown = toSlashes(relative(cwd, path));
    return [`${shown}: only the editor reads "${SETTING}". Move it to "associations" in ${PROJECT_FILE}.`];
  });
}

const SETTING = 'agentEnvelopes.associations';
