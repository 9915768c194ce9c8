import { parentPort, workerData } from 'node:worker_threads';
import {
  type SharedReceiverOptions,
  type SharedReceiverState,
  sharedReceiver,
} from '../network/receive/sharedReceiver';
import type { TraceFileChange } from '../network/receive/traceFolder';

/** The parameters with which the server starts the thread that receives OpenTelemetry traces. */
export type ReceiverThreadData = Pick<SharedReceiverOptions, 'port' | 'folder' | 'limits'>;

/** Messages from the receiver thread to the server. Plain data. */
export type FromReceiver =
  | { type: 'state'; state: SharedReceiverState }
  | { type: 'files'; changes: TraceFileChange[] }
  | { type: 'closed' };

// The thread of the server that receives traces, so that decoding delays no editor. Any message ends it.
if (parentPort) {
  const port = parentPort;
  const send = (message: FromReceiver) => port.postMessage(message);
  const receiver = sharedReceiver({
    ...(workerData as ReceiverThreadData),
    onState: state => send({ type: 'state', state }),
    onChanged: changes => send({ type: 'files', changes }),
  });
  port.once('message', () => {
    void receiver.close().then(() => {
      send({ type: 'closed' });
      port.close();
    });
  });
}
