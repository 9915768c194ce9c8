import { createHash } from 'node:crypto';

/** What a receiver answers to a GET of `/`. The folder is not named: other users of the machine may ask, too. */
export interface ReceiverIdentity {
  name: typeof RECEIVER_NAME;
  receives: readonly string[];
  process: number;
  /** A hash of the path of its folder: receivers with the same one share what arrives. */
  folder: string;
}

const RECEIVER_NAME = 'agent-envelopes receiver';

/** @param folder an absolute path */
export function receiverIdentity(folder: string): ReceiverIdentity {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return { name: RECEIVER_NAME, receives: ['/v1/traces', '/v1/logs'], process: process.pid, folder: hash };
}

/** Reads what was answered on a port; undefined if no receiver answers there. */
export function readIdentity(text: string): ReceiverIdentity | undefined {
  try {
    const read = JSON.parse(text) as Partial<ReceiverIdentity> | null;
    const isReceiver =
      read?.name === RECEIVER_NAME && Number.isSafeInteger(read.process) && /^[0-9a-f]{32}$/.test(String(read.folder));
    return isReceiver ? (read as ReceiverIdentity) : undefined;
  } catch {
    return undefined;
  }
}
