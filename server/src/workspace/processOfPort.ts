import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process that listens. */
export interface ListeningProcess {
  id: number;
  name: string;
}

/** The process that listens on a TCP port of this machine, where the system says so: on Linux, for processes of this user. */
export function processOfPort(port: number): ListeningProcess | undefined {
  try {
    const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap(table => listeningSockets(table, port)));
    if (sockets.size === 0) return undefined;
    for (const id of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
      if (!holdsSocket(id, sockets)) continue;
      return { id: Number(id), name: readFileSync(`/proc/${id}/comm`, 'utf8').trim() };
    }
  } catch {
    // Another system, or the process has just ended.
  }
  return undefined;
}

// A line: number, local address, remote address, state, …, and the inode as the tenth word.
function listeningSockets(table: string, port: number): string[] {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  try {
    const lines = readFileSync(table, 'utf8').split('\n').slice(1);
    return lines
      .map(line => line.trim().split(/\s+/))
      .filter(([, address, , state]) => state === LISTENS && address?.endsWith(local))
      .map(words => `socket:[${words[9]}]`);
  } catch {
    return [];
  }
}

const LISTENS = '0A';

function holdsSocket(id: string, sockets: ReadonlySet<string>): boolean {
  try {
    const folder = `/proc/${id}/fd`;
    return readdirSync(folder).some(descriptor => sockets.has(readlinkSync(`${folder}/${descriptor}`)));
  } catch {
    // It is of another user, or has ended.
    return false;
  }
}
