import type { FileEvent } from 'vscode-languageclient';
import { throttle } from '../debounce';

/**
 * Sends changed files to the server soon, then at intervals while they change. The client library waits for a pause in
 * the changes: a log that is written all the time would never be read.
 */
export function fileEventQueue(tell: (changes: FileEvent[]) => Promise<void>) {
  let waiting: FileEvent[] = [];
  // The last event of each file, so that a growing log is sent once.
  const last = new Map<string, FileEvent['type']>();
  const soon = throttle(PAUSE, SOON, () => {
    const changes = waiting;
    waiting = [];
    last.clear();
    tell(changes).catch(() => {
      // The server may be about to start: retries with the next changes.
      waiting = [...changes, ...waiting].slice(-MOST_KEPT);
    });
  });
  return {
    add(event: FileEvent): void {
      if (last.get(event.uri) !== event.type) waiting.push(event);
      last.set(event.uri, event.type);
      soon();
    },
    dispose: () => soon.dispose(),
  };
}

/** Milliseconds. */
const SOON = 30;
const PAUSE = 250;
const MOST_KEPT = 10_000;
