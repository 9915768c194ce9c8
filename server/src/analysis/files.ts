import type { Workspace } from '../model/disk';
import type { Files, FoundFile } from '../model/rule';
import { pathOnDisk } from './pathOnDisk';
import { resolveLink, resolvePath } from './paths';

/**
 * The files around a document, for its rules. Without a workspace nothing is ever known.
 *
 * @param coming paths of files that the enclosing envelope creates together with the document; absent for the file
 *   itself
 */
export function filesAround(uri: string, workspace: Workspace | undefined, coming?: readonly string[]): Files {
  if (!workspace)
    return {
      uri,
      find: () => undefined,
      linked: () => undefined,
      onDisk: () => undefined,
      text: () => undefined,
      list: () => undefined,
    };
  return {
    uri,
    find: path => comingFile(path, coming ?? []) ?? resolvePath(path, uri, workspace),
    // A document in an envelope is written elsewhere, and its links are relative to that place.
    linked: target =>
      coming ? comingFile(target.replace(/^(\.{1,2}\/)+/, ''), coming) : resolveLink(target, uri, workspace),
    onDisk: path => pathOnDisk(path, uri, workspace),
    text: file => workspace.disk.text(file),
    list: folder => workspace.disk.list(folder),
  };
}

function comingFile(path: string, coming: readonly string[]): FoundFile | undefined {
  const own = coming.find(one => one === path || one.endsWith(`/${path}`));
  if (own !== undefined) return { uri: `agent-envelopes:/coming/${own}`, type: 'file' };
  const folder = path.endsWith('/') && coming.some(one => one.startsWith(path) || one.includes(`/${path}`));
  return folder ? { uri: `agent-envelopes:/coming/${path}`, type: 'folder' } : undefined;
}
