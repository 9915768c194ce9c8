import { closeSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, parse, relative, sep } from 'node:path';
import { openRegularFile, readInto } from './openRegularFile';

/** A folder in which a coding agent keeps the logs of its sessions. */
export interface SessionFolder {
  path: string;
  /** The family that reads the logs. */
  family: string;
  /** The depth of the logs below the folder. */
  depth: number;
  /** Matches the names of the logs. */
  files: RegExp;
  /** If all logs have the same name: the depth of the folder that is named after the session. */
  namedAt?: number;
}

export interface SessionFile {
  path: string;
  family: string;
  name: string;
  /** The first folder on the way to it: that of its project, for most agents. */
  project: string;
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/**
 * Returns the session folders in a home folder, and those that environment variables name. Those of Claude Code and Codex need not
 * exist; of other agents only the folders that are there are returned.
 */
export function sessionFolders(home: string, env: NodeJS.ProcessEnv): SessionFolder[] {
  const foldersOf = (roots: readonly (string | undefined)[], name: string, rest: Omit<SessionFolder, 'path'>) => {
    const absolute = roots.filter(root => root !== undefined && isAbsolute(root)) as string[];
    return [...new Set(absolute.map(root => join(root, name)))].map(path => ({ path, ...rest }));
  };
  const data = [join(home, '.local', 'share'), env['XDG_DATA_HOME']];
  const others = [
    ...foldersOf([home], '.gemini/tmp', { family: 'gemini-cli', depth: 2, files: /^session-.*\.jsonl?$/ }),
    ...foldersOf([home], '.copilot/session-state', { family: 'copilot-cli', depth: 1, files: EVENTS, namedAt: 0 }),
    ...foldersOf([home], '.pi/agent/sessions', { family: 'pi', depth: 1, files: LINES }),
    ...foldersOf([home], '.openclaw/agents', { family: 'pi', depth: 2, files: LINES }),
    ...foldersOf(data, 'goose/sessions', { family: 'goose', depth: 0, files: LINES }),
    ...foldersOf(data, 'amp/threads', { family: 'amp', depth: 0, files: /^T-.*\.json$/ }),
    ...foldersOf(data, 'opencode/storage/session', { family: 'opencode', depth: 1, files: /^ses_.*\.json$/ }),
    // `<project>/agent-transcripts/<session>/<session>.jsonl`
    ...foldersOf([home], '.cursor/projects', { family: 'cursor', depth: 3, files: LINES }),
    // `<session>/.system_generated/logs/transcript.jsonl`
    ...['antigravity', 'antigravity-cli', 'antigravity-ide'].flatMap(program =>
      foldersOf([home], `.gemini/${program}/brain`, { family: 'antigravity', depth: 3, files: TRANSCRIPT, namedAt: 0 }),
    ),
    ...foldersOf([home], '.kimi/sessions', { family: 'kimi', depth: 2, files: WIRE, namedAt: 1 }),
    ...foldersOf([home], '.kimi-code/sessions', { family: 'kimi', depth: 4, files: WIRE, namedAt: 1 }),
  ];
  const claude = [join(home, '.claude'), env['CLAUDE_CONFIG_DIR']];
  return [
    ...foldersOf(claude, 'projects', { family: 'claude-code', depth: 1, files: NO_SUB_AGENT }),
    ...foldersOf([join(home, '.codex'), env['CODEX_HOME']], 'sessions', { family: 'codex', depth: 3, files: LINES }),
    ...others.filter(({ path }) => statsOf(path)?.isDirectory()),
  ];
}

const LINES = /\.jsonl$/;
const EVENTS = /^events\.jsonl$/;
const WIRE = /^wire\.jsonl$/;
const TRANSCRIPT = /^transcript\.jsonl$/;
// Earlier versions of Claude Code wrote the logs of sub-agents beside those of sessions.
const NO_SUB_AGENT = /^(?!agent-).*\.jsonl$/;

/** Returns the newest sessions in these folders. Does not follow links; omits unreadable files. Never throws. */
export function findSessionFiles(folders: readonly SessionFolder[]): SessionFile[] {
  const found: SessionFile[] = [];
  for (const { path, family, depth, files, namedAt } of folders) {
    let left = MAX_FILES;
    for (const file of logsBelow(path, depth, files)) {
      if (left-- === 0) break;
      const stats = statsOf(file);
      if (!stats?.size) continue;
      const way = relative(path, dirname(file)).split(sep);
      const name = (namedAt !== undefined && way[namedAt]) || parse(file).name;
      const project = way[0] || basename(dirname(path));
      found.push({ path: file, family, name, project, size: stats.size, changedAt: stats.mtimeMs });
    }
  }
  return found.sort((one, other) => other.changedAt - one.changedAt).slice(0, MAX_SESSIONS);
}

/** Returns the beginning of a file; undefined if it can't be read. */
export function readHead(path: string): string | undefined {
  try {
    const { descriptor, stats } = openRegularFile(path, true);
    try {
      const head = Buffer.allocUnsafe(Math.min(stats.size, HEAD_BYTES));
      return head.toString('utf8', 0, readInto(descriptor, head, head.length));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

const MAX_SESSIONS = 300;
/** The maximum number of files to consider in one session folder. */
const MAX_FILES = 20_000;
const HEAD_BYTES = 1 << 16;

// Codex names folders by their dates: the newest come first.
function* logsBelow(folder: string, depth: number, files: RegExp): Generator<string> {
  for (const entry of entriesOf(folder).reverse()) {
    const path = join(folder, entry.name);
    if (depth > 0) {
      if (entry.isDirectory()) yield* logsBelow(path, depth - 1, files);
    } else if (entry.isFile() && files.test(entry.name)) yield path;
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

function statsOf(path: string) {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}
