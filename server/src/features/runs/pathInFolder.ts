import type { RunSummary } from '../../model/run';
import { decodeUri } from '../../text/uri/decodeUri';

/** The path of a file of a run in its workspace folder, as people write it; its URI where it lies elsewhere. */
export function pathInFolder(folder: RunSummary['folder'], file: string): string {
  return decodeUri(folder !== '' && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file);
}
