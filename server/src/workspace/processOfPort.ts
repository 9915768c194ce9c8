import { closeSync, readdirSync, readlinkSync } from 'node:fs';
import { openRegularFile, readInto } from './openRegularFile';

/**
 * Returns the process that listens on a TCP port of this machine. Undefined if no process listens, or if the process is not known: it is
 * known only on Linux, and only for processes of this user.
 */
export function processOfPort(port: number): ListeningProcess | undefined {
  try {
    const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap(table => listeningSockets(table, port)));
    if (sockets.size === 0) return undefined;
    for (const id of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
      if (!holdsSocket(id, sockets)) continue;
      return { id: Number(id), name: textOf(`/proc/${id}/comm`).trim() };
    }
  } catch {
    // Another system, or the process has just ended.
  }
  return undefined;
}

/** A process that listens on a port. */
export interface ListeningProcess {
  id: number;
  name: string;
}

// A line: number, local address, remote address, state, …, and the inode as the tenth word.
function listeningSockets(table: string, port: number): string[] {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  try {
    const lines = textOf(table).split('\n').slice(1);
    return lines
      .map(line => line.trim().split(/\s+/))
      .filter(([, address, , state]) => state === LISTENS && address?.endsWith(local))
      .map(words => `socket:[${words[9]}]`);
  } catch {
    return [];
  }
}

const LISTENS = '0A';

// Files in `/proc` have no size, so they are read up to a limit.
function textOf(path: string): string {
  const { descriptor } = openRegularFile(path);
  try {
    const room = Buffer.alloc(LONGEST);
    return room.toString('utf8', 0, readInto(descriptor, room, LONGEST));
  } finally {
    closeSync(descriptor);
  }
}

/** Bytes: enough for some thousand sockets. */
const LONGEST = 1 << 20;

function holdsSocket(id: string, sockets: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${id}/fd`;
    return readdirSync(folder).some(descriptor => sockets.has(readlinkSync(`${folder}/${descriptor}`)));
  } catch {
    // The process belongs to another user, or has ended.
    return false;
  }
}
