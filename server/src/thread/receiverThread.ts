import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FromReceiver, ReceiverThreadData } from '../entries/receiver';
import { t } from '../shared/l10n';
import type { ReceiverState } from '../shared/lspExtensions';

/** The language server's handle of the thread that receives OpenTelemetry traces over HTTP. */
export interface ReceiverThread {
  /** Resolves when the port is closed. */
  stop(): Promise<void>;
}

interface ReceiverThreadHandlers {
  onState(state: ReceiverState): void;
  /** Called with changed files in the folder; `inside`: only the content changed. */
  onChanged(files: readonly { name: string; inside: boolean }[]): void;
}

/**
 * Starts the thread that receives traces, whose code is next to the server's. Restarts it a few times if a request took too much memory.
 */
export function receiverThread(
  data: ReceiverThreadData,
  { onState, onChanged }: ReceiverThreadHandlers,
): ReceiverThread {
  let isStopped = false;
  let hasEnded = false;
  let restarts = 0;
  let stopped = () => {};
  let worker = start();

  function start(): Worker {
    const starting = new Worker(join(__dirname, 'receiver.js'), {
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    starting.on('message', (message: FromReceiver) => {
      if (message.type === 'files') onChanged(message.changes);
      else if (message.type === 'state') onState(message.state);
      else stopped();
    });
    let reason = '';
    starting.on('error', error => {
      reason = ` (${error.message})`;
    });
    starting.on('exit', () => {
      stopped();
      if (isStopped) return;
      if (++restarts <= MAX_RESTARTS) {
        worker = start();
        return;
      }
      hasEnded = true;
      const fault = t`Receiving has ended${reason}; start it again.`;
      onState({ role: 'off', port: data.port, received: { spans: 0, logRecords: 0, rejected: 0 }, fault });
    });
    starting.unref();
    return starting;
  }

  return {
    stop() {
      isStopped = true;
      if (hasEnded) return Promise.resolve();
      return new Promise(resolve => {
        stopped = resolve;
        worker.postMessage('stop');
      });
    },
  };
}

const MAX_RESTARTS = 3;
/** Megabytes: a body has at most 16. */
const MOST_MEMORY = 1024;
