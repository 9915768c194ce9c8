import type { FileEvent } from 'vscode-languageclient';
import { throttle } from '../debounce';

/**
 * Tells the server of changed files soon, and then once a while as long as they change. The client library waits until
 * there was no change for a while: a log that is written all the time would never be read.
 */
export function fileEventQueue(tell: (changes: FileEvent[]) => Promise<void>) {
  let waiting: FileEvent[] = [];
  // What happened last to each of them: a log that grows line by line says so once.
  const last = new Map<string, FileEvent['type']>();
  const soon = throttle(PAUSE, SOON, () => {
    const changes = waiting;
    waiting = [];
    last.clear();
    tell(changes).catch(() => {
      // The server may be about to start: they are told with the next ones.
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
