import { type Uri, workspace } from 'vscode';
import { writeFailureText } from './failureText';

/** Writes a text file and the folders above it. Rejects, where it can't, with a sentence for the user. */
export async function writeFile(uri: Uri, text: string): Promise<void> {
  try {
    await workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  } catch (error) {
    throw new Error(writeFailureText(error, workspace.asRelativePath(uri)), { cause: error });
  }
}
