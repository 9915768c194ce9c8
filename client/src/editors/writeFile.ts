import { FilePermission, FileType, l10n, type Uri, type WorkspaceEdit, workspace } from 'vscode';
import { writeFailureText } from '../messages/failureText';
import { showModal } from '../messages/notify';
import { isFileUri } from './fileSchemes';
import { firstSymbolicLink } from './firstSymbolicLink';

/**
 * Writes a text file, and creates missing folders above it. Asks the user first if the path has a symbolic link, since an untrusted folder
 * may contain one and a file dialog doesn't show it. If the file can't be written, rejects with a sentence for the user.
 *
 * @returns false if the user declined
 */
export async function writeFile(uri: Uri, text: string): Promise<boolean> {
  const link = await findLink(uri);
  if (link !== undefined) {
    const name = workspace.asRelativePath(uri.with({ path: link }));
    const yes = l10n.t('Write There');
    const detail = l10n.t(
      '{0} is a link. Its target would be created or replaced: continue only if you made the link.',
      workspace.asRelativePath(uri),
    );
    if ((await showModal(l10n.t('Write through the link {0}?', name), detail, yes)) !== yes) return false;
  }
  await writeText(uri, text);
  return true;
}

async function writeText(uri: Uri, text: string): Promise<void> {
  try {
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  } catch (error) {
    throw new Error(writeFailureText(error, workspace.asRelativePath(uri)), { cause: error });
  }
}

function findLink(uri: Uri): Promise<string | undefined> {
  return firstSymbolicLink(uri.path, workspace.getWorkspaceFolder(uri)?.uri.path, async path => {
    try {
      return ((await workspace.fs.stat(uri.with({ path }))).type & FileType.SymbolicLink) !== 0;
    } catch {
      return undefined;
    }
  });
}

/**
 * Rejects if a file of a failed edit can't be written. The editor reports only that an edit failed, also when the user
 * declined it.
 */
export async function checkWritable(edit: WorkspaceEdit): Promise<void> {
  for (const [uri] of edit.entries()) {
    if (!isFileUri(uri)) continue;
    const content = await workspace.fs.readFile(uri).then(
      bytes => bytes,
      () => undefined,
    );
    if (content !== undefined) {
      const { permissions } = await workspace.fs.stat(uri);
      if (permissions !== FilePermission.Readonly) continue;
      throw new Error(writeFailureText(new Error('EROFS'), workspace.asRelativePath(uri)));
    }
    // Never writes through a link to test it.
    if ((await findLink(uri)) !== undefined) continue;
    await writeText(uri, '');
    await workspace.fs.delete(uri);
  }
}

/** Returns whether there is a file or folder at an address. */
export async function exists(uri: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
