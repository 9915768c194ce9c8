import { closeSync, lstatSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { openRegular, readInto } from './openRegular';

/** A folder in which a coding agent keeps the logs of its sessions. */
export interface SessionFolder {
  path: string;
  /** The family that reads the logs. */
  family: string;
  /** The depth of the logs below the folder. */
  depth: number;
}

export interface SessionFile {
  path: string;
  family: string;
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** Returns the session folders in a home folder, and those that environment variables name. The folders need not exist. */
export function sessionFolders(home: string, env: NodeJS.ProcessEnv): SessionFolder[] {
  const foldersOf = (roots: readonly (string | undefined)[], name: string, rest: Omit<SessionFolder, 'path'>) => {
    const absolute = roots.filter(root => root !== undefined && isAbsolute(root)) as string[];
    return [...new Set(absolute.map(root => join(root, name)))].map(path => ({ path, ...rest }));
  };
  return [
    ...foldersOf([join(home, '.claude'), env['CLAUDE_CONFIG_DIR']], 'projects', { family: 'claude-code', depth: 1 }),
    ...foldersOf([join(home, '.codex'), env['CODEX_HOME']], 'sessions', { family: 'codex', depth: 3 }),
  ];
}

/** Returns the newest sessions in these folders. Does not follow links; omits unreadable files. Never throws. */
export function findSessionFiles(folders: readonly SessionFolder[]): SessionFile[] {
  const found: SessionFile[] = [];
  for (const { path, family, depth } of folders) {
    let left = MAX_FILES;
    for (const file of logsBelow(path, depth)) {
      if (left-- === 0) break;
      const stats = statsOf(file);
      if (stats?.size) found.push({ path: file, family, size: stats.size, changedAt: stats.mtimeMs });
    }
  }
  return found.sort((one, other) => other.changedAt - one.changedAt).slice(0, MAX_SESSIONS);
}

/** Returns the beginning of a file; undefined if it can't be read. */
export function readHead(path: string): string | undefined {
  try {
    const { descriptor, stats } = openRegular(path, true);
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
function* logsBelow(folder: string, depth: number): Generator<string> {
  for (const entry of entriesOf(folder).reverse()) {
    const path = join(folder, entry.name);
    if (depth > 0) {
      if (entry.isDirectory()) yield* logsBelow(path, depth - 1);
    } else if (entry.isFile() && entry.name.endsWith('.jsonl') && !SUB_AGENT.test(entry.name)) yield path;
  }
}

/** Matches the logs of sub-agents, which earlier versions of Claude Code wrote beside those of sessions. */
const SUB_AGENT = /^agent-/;

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
