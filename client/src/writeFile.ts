import { FilePermission, type Uri, type WorkspaceEdit, workspace } from 'vscode';
import { writeFailureText } from './failureText';

/** Writes a text file and the folders above it. Rejects, where it can't, with a sentence for the user. */
export async function writeFile(uri: Uri, text: string): Promise<void> {
  try {
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  } catch (error) {
    throw new Error(writeFailureText(error, workspace.asRelativePath(uri)), { cause: error });
  }
}

/**
 * Rejects where a file of an edit that was not carried out can't be written. The editor says no more than that it was not, and
 * says so too where the user wanted none of it.
 */
export async function checkWritable(edit: WorkspaceEdit): Promise<void> {
  for (const [uri] of edit.entries()) {
    if (uri.scheme !== 'file') continue;
    const before = await workspace.fs.readFile(uri).then(
      bytes => bytes,
      () => undefined,
    );
    if (before === undefined) {
      await writeFile(uri, '');
      await workspace.fs.delete(uri);
    } else if ((await workspace.fs.stat(uri)).permissions === FilePermission.Readonly) {
      throw new Error(writeFailureText(new Error('EROFS'), workspace.asRelativePath(uri)));
    }
  }
}
