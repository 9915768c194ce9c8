import type { Workspace } from '../model/disk';
import type { Files } from '../model/rule';
import { resolvePath } from './paths';

/** The files around a document, as its rules ask for them. Without a workspace nothing is ever known. */
export function filesAround(uri: string, workspace: Workspace | undefined): Files {
  if (!workspace) return { find: () => undefined, text: () => undefined, list: () => undefined };
  return {
    find: path => resolvePath(path, uri, workspace),
    text: file => workspace.disk.text(file),
    list: folder => workspace.disk.list(folder),
  };
}
