import type { FileLang } from '../model/text';

const PACKED_LOG = '.eval';

/** The languages of files, such as JSON or YAML, by file extension. */
const BY_ENDING: ReadonlyMap<string, FileLang> = new Map([
  ['.json', 'json'],
  ['.jsonc', 'jsonc'],
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  // Recorded server-sent events: `data: {…}` on each line.
  ['.sse', 'jsonl'],
  // SWE-agent's trajectories.
  ['.traj', 'json'],
  // Packed logs of Inspect, read as the JSON inside the archive.
  [PACKED_LOG, 'json'],
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
  ['.md', 'markdown'],
  ['.markdown', 'markdown'],
]);

/** The extensions of supported files, in lower case. */
export const FILE_EXTENSIONS: readonly string[] = [...BY_ENDING.keys()];

/** The name of the settings file in the root of a workspace folder, for every editor and the command line. */
export const PROJECT_FILE = '.agent-envelopes.json';

/** Returns whether a file is an archive that holds a log, by its extension. No editor shows it as text. */
export function isPackedLog(path: string): boolean {
  return path.toLowerCase().endsWith(PACKED_LOG);
}

/** Returns the language of a file, by its name or extension; undefined for unsupported files. */
export function languageOf(path: string): FileLang | undefined {
  // A client may send anything.
  if (typeof path !== 'string') return undefined;
  // Called again and again for each file of a workspace: regular expressions would scan the whole path.
  const start = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1;
  const dot = path.lastIndexOf('.');
  if (dot <= start) return undefined;
  if (path.length - start === PROJECT_FILE.length && path.slice(start).toLowerCase() === PROJECT_FILE) return 'jsonc';
  const ending = path.slice(dot);
  return BY_ENDING.get(ending) ?? BY_ENDING.get(ending.toLowerCase());
}
