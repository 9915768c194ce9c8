import type { RunSummary } from '../../model/run';
import { decodeUri } from '../../text/uri/decodeUri';

/** The path of a run's file in its workspace folder, as shown to users; its URI if it is elsewhere. */
export function pathInFolder(folder: RunSummary['folder'], file: string): string {
  return decodeUri(folder !== '' && file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file);
}
