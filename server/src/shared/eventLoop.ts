/** A clock for durations, in seconds. Uses `performance` in a browser only: Node takes a millisecond to load it. */
export const uptime: () => number = globalThis.process?.uptime ?? (() => performance.now() / 1000);

/** Resolves once all waiting messages and due timers have been handled. */
export const nextTask: () => Promise<void> =
  typeof globalThis.setImmediate === 'function' ? () => new Promise(resolve => setImmediate(resolve)) : nextMessage;

/** Starts a timer that does not keep the process alive. */
export function backgroundTimer(run: () => void, milliseconds: number): NodeJS.Timeout {
  const timer = setTimeout(run, milliseconds);
  // In a browser, a timer is a number.
  timer.unref?.();
  return timer;
}

let channel: InstanceType<typeof MessageChannel> | undefined;
let waiting: (() => void)[] = [];

/** Resolves after a message that the thread sends itself. Browsers delay timers of 0 ms by four milliseconds. */
function nextMessage(): Promise<void> {
  if (!channel) {
    channel = new MessageChannel();
    channel.port1.addEventListener('message', () => {
      const due = waiting;
      waiting = [];
      for (const resolve of due) resolve();
    });
    channel.port1.start();
  }
  const { port2 } = channel;
  return new Promise(resolve => {
    waiting.push(resolve);
    port2.postMessage(undefined);
  });
}
