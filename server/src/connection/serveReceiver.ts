import { join } from 'node:path';
import { t } from '../shared/l10n';
import { RECEIVER_CHANGED, type ReceiverState } from '../shared/lspExtensions';
import type { SourceFolder } from '../thread/indexMessages';
import { type ReceiverThread, receiverThread } from '../thread/receiverThread';
import { toFileUri } from '../workspace/fileUri';
import type { RequestHandlers, ServerState } from './serverState';

/**
 * Answers the requests that start and stop the receiver of OpenTelemetry traces, and lists the received runs. Opens no port before the client
 * asks for it.
 */
export function serveReceiver({ connection, index, logError }: ServerState) {
  let state: ReceiverState = { role: 'off', port: 0, received: { spans: 0, logRecords: 0, rejected: 0 } };
  let shown: { folder: string; name: string } | undefined;
  let thread: ReceiverThread | undefined;
  /** Resolves when no stopped thread holds its port any longer. */
  let stopped = Promise.resolve();
  let requests = 0;
  let listed: readonly SourceFolder[] = [];
  let isNotifying = false;

  function take(next: ReceiverState): void {
    state = next;
    if (!isNotifying) setTimeout(notify, NOTIFIED_AFTER);
    isNotifying = true;
    const folders = shown ? [sourceFolder(shown, noteOf(state))] : [];
    // Most changes concern only counts.
    if (JSON.stringify(folders) === JSON.stringify(listed)) return;
    listed = folders;
    index.sourceFolders('receiver', folders);
  }

  function notify(): void {
    isNotifying = false;
    connection.sendNotification(RECEIVER_CHANGED, state).catch(logError);
  }

  /** Stops the thread; false if a later request came meanwhile, which decides. */
  async function stop(): Promise<boolean> {
    const request = ++requests;
    if (thread) stopped = thread.stop();
    thread = undefined;
    await stopped;
    return request === requests;
  }

  return {
    'agentEnvelopes/receiver/start': async ({ folder, name, port, maxMegabytes, maxDays }) => {
      if (!(await stop())) return state;
      shown = { folder, name };
      const started: ReceiverThread = receiverThread(
        { port, folder, limits: { maxMegabytes, maxDays } },
        {
          onState: next => thread === started && take(next),
          onChanged: files =>
            index.filesChanged(files.map(file => ({ uri: toFileUri(join(folder, file.name)), inside: file.inside }))),
        },
      );
      thread = started;
      take({ role: 'waits', port, received: { spans: 0, logRecords: 0, rejected: 0 } });
      return state;
    },
    'agentEnvelopes/receiver/stop': async () => {
      if (await stop()) take({ ...state, role: 'off' });
      return state;
    },
  } satisfies Partial<RequestHandlers>;
}

/** In milliseconds. Notifications are delayed, since very many traces may arrive in a second. */
const NOTIFIED_AFTER = 200;

function sourceFolder({ folder, name }: { folder: string; name: string }, note: string | undefined): SourceFolder {
  return { uri: toFileUri(folder), name, ...(note !== undefined && { note }) };
}

/** Returns the note beside the root of the received runs. */
function noteOf({ role, port, fault }: ReceiverState): string | undefined {
  if (fault !== undefined) return fault;
  if (role === 'listens') return t`listening on port ${port}`;
  return role === 'follows' ? t`received by another window` : undefined;
}
