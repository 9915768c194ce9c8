import { createHash } from 'node:crypto';
import { get } from 'node:http';
import { t } from '../../shared/l10n';
import type { ReceiverState } from '../../shared/sendRunMessages';
import { listFolder } from '../../workspace/listFolder';
import { processOfPort } from '../../workspace/processOfPort';
import { ADDRESS } from '../localServer';
import { type Receiver, receiveTraces } from './receiveTraces';
import { type ReceiveLimits, TRACE_FILES, type TraceFileChange, traceFolder } from './traceFolder';

/**
 * The current state of a receiver of OpenTelemetry traces. `listens` means that this process receives them itself, `follows` that another process
 * on this machine does, and `waits` that the receiver will try again.
 */
export interface SharedReceiverState extends ReceiverState {
  role: Exclude<ReceiverState['role'], 'off'>;
}

export interface SharedReceiverOptions {
  port: number;
  /** Absolute. */
  folder: string;
  limits: ReceiveLimits;
  onState(state: SharedReceiverState): void;
  /** Called with changed files of the folder, whichever process wrote them. */
  onChanged(changes: TraceFileChange[]): void;
  /** Milliseconds between two tries to listen. */
  retryAfter?: number;
}

/** A receiver of OpenTelemetry traces that shares its folder with those of other processes. */
export interface SharedReceiver {
  /** Stops the receiver; resolves when it no longer listens. */
  close(): Promise<void>;
}

/**
 * Receives traces into a folder that several receivers share: the first one listens, the others follow the files that it writes, and
 * one of them takes over when it ends.
 */
export function sharedReceiver(options: SharedReceiverOptions): SharedReceiver {
  const { port, folder, limits, onState, retryAfter = RETRY_AFTER } = options;
  let isClosed = false;
  let isPrepared = false;
  let receiver: Receiver | undefined;
  let state: SharedReceiverState = { role: 'waits', port, received: { spans: 0, logRecords: 0, rejected: 0 } };
  const changes = folderChanges(folder);
  const kept = traceFolder(folder, { limits, onChanged: options.onChanged });

  function become(change: Omit<SharedReceiverState, 'port' | 'received'>): void {
    const { port: listened, received } = state;
    const next = { port: listened, received, ...change };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    onState(state);
  }

  async function tryToListen(): Promise<void> {
    if (isClosed || receiver) return;
    // Only once: a receiver that waits for the port leaves the folder alone.
    const unusable = isPrepared ? undefined : kept.prepare();
    if (unusable)
      return become({ role: 'waits', fault: t`${unusable.fault}; make it a folder that can be written to.` });
    isPrepared = true;
    try {
      receiver = await receiveTraces({
        port,
        identity: receiverIdentity(folder),
        keep(line) {
          const failed = kept.keep(line);
          become({ role: 'listens', ...failed });
          return failed;
        },
        onReceived(received) {
          state = { ...state, received };
          onState(state);
        },
      });
      if (isClosed) return void (await receiver.close());
      state = { ...state, port: receiver.port };
      kept.limit();
      become({ role: 'listens' });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE')
        return become({ role: 'waits', fault: t`Port ${port} can't be listened to (${message}).` });
      const holder = await portHolder(port);
      if (isClosed) return;
      if (holder.receiver?.folder === receiverIdentity(folder).folder) become({ role: 'follows' });
      else become({ role: 'waits', fault: t`Port ${port} is taken by ${holder.text}.` });
    }
  }

  // Repeats the files that this receiver wrote, which were already reported; that costs next to nothing.
  function reportChanges(): void {
    const changed = changes();
    if (changed.length > 0) options.onChanged(changed);
  }

  let trying = tryToListen();
  const retryTimer = setInterval(() => {
    if (!receiver) trying = trying.then(tryToListen);
  }, retryAfter);
  const followTimer = setInterval(reportChanges, FOLLOW_AFTER);
  const limitTimer = setInterval(() => receiver && kept.limit(), LIMIT_AFTER);

  return {
    async close() {
      isClosed = true;
      for (const timer of [retryTimer, followTimer, limitTimer]) clearInterval(timer);
      await trying;
      await receiver?.close();
    },
  };
}

/** Milliseconds between two tries to listen. */
const RETRY_AFTER = 3000;
const FOLLOW_AFTER = 500;
const LIMIT_AFTER = 3_600_000;

/** Returns a function that lists the files changed since its last call; at first all. Lists the folder, which works on any disk, unlike a watcher. */
function folderChanges(folder: string): () => TraceFileChange[] {
  let before: ReadonlyMap<string, string> = new Map();
  return () => {
    const files = new Map(
      listFolder(folder, TRACE_FILES).map(({ name, size, changedAt }) => [name, `${size} ${changedAt}`]),
    );
    const known = before;
    before = files;
    const changed = [...files].filter(([name, facts]) => known.get(name) !== facts).map(([name]) => name);
    const gone = [...known.keys()].filter(name => !files.has(name));
    return [
      ...changed.map(name => ({ name, inside: known.has(name) })),
      ...gone.map(name => ({ name, inside: false })),
    ];
  };
}

/** The program that listens on a port. */
interface PortHolder {
  /** Another receiver of Agent Envelopes. */
  receiver?: ReceiverIdentity;
  /** In words that follow "is taken by". */
  text: string;
}

/** Asks who listens on a port of this machine. */
export async function portHolder(port: number): Promise<PortHolder> {
  const receiver = readIdentity(await answerOf(port));
  if (receiver) return { receiver, text: t`another receiver of Agent Envelopes (process ${receiver.process})` };
  const holder = processOfPort(port);
  return { text: holder ? t`"${holder.name.replace(/[^ -~]/g, '?')}" (process ${holder.id})` : t`another program` };
}

/** Returns the answer to a GET of `/`; empty if it is no short text, or takes too long. */
function answerOf(port: number): Promise<string> {
  return new Promise(resolve => {
    let text = '';
    const request = get({ host: ADDRESS, port, path: '/', agent: false, timeout: PATIENCE }, response => {
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        if (text.length > LONGEST) request.destroy();
      });
      response.on('end', () => resolve(text));
    });
    const late = setTimeout(() => request.destroy(), PATIENCE);
    request.on('error', () => resolve(''));
    request.on('close', () => {
      clearTimeout(late);
      resolve('');
    });
  });
}

/** Milliseconds to wait for the answer. */
const PATIENCE = 1000;
/** The longest answer, in characters. */
const LONGEST = 1000;

/** The answer of a receiver to a GET of `/`. Doesn't name the folder: other users of the machine may ask, too. */
interface ReceiverIdentity {
  name: typeof RECEIVER_NAME;
  receives: readonly string[];
  process: number;
  /** A hash of the path of its folder: receivers with the same folder share its traces. */
  folder: string;
}

const RECEIVER_NAME = 'agent-envelopes receiver';

/** @param folder an absolute path */
export function receiverIdentity(folder: string): ReceiverIdentity {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return { name: RECEIVER_NAME, receives: ['/v1/traces', '/v1/logs'], process: process.pid, folder: hash };
}

/** Parses the answer of a port; undefined if it isn't a receiver's. */
function readIdentity(text: string): ReceiverIdentity | undefined {
  try {
    const read = JSON.parse(text) as Partial<ReceiverIdentity> | null;
    const isReceiver =
      read?.name === RECEIVER_NAME && Number.isSafeInteger(read.process) && /^[0-9a-f]{32}$/.test(String(read.folder));
    return isReceiver ? (read as ReceiverIdentity) : undefined;
  } catch {
    return undefined;
  }
}
