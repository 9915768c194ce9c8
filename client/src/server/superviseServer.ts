export type ServerState = 'starting' | 'running' | 'stopped';

/** A server process, from launch to exit. */
export interface ServerProcess {
  /** Rejects where the server can't be started. */
  started: Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Keeps a server running: restarts it when it exits, until it exits too often. */
export interface Supervisor<P extends ServerProcess> {
  readonly state: ServerState;
  /** Resolves when a server runs, or when no other is started. Never rejects. */
  start(): Promise<void>;
  /** Stops the running server, if any, and starts another; earlier crashes no longer count. */
  restart(): Promise<void>;
  /** The running server, once it runs; rejects where there is none. */
  running(): Promise<P>;
  isCurrent(process: P): boolean;
  stop(): Promise<void>;
}

interface SuperviseServerOptions<P> {
  /** Starts a server; `onEnd` must be called when it exits by itself. */
  launch(onEnd: () => void): P;
  onStateChange(state: ServerState): void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export function superviseServer<P extends ServerProcess>({
  launch,
  onStateChange,
  now = Date.now,
}: SuperviseServerOptions<P>): Supervisor<P> {
  let state: ServerState = 'stopped';
  let current: P | undefined;
  let settled = Promise.resolve();
  let crashes: number[] = [];
  // Counts launches and stops: reports of an earlier server are ignored.
  let generation = 0;

  function change(next: ServerState): void {
    if (state === next) return;
    state = next;
    onStateChange(state);
  }

  function launchServer(): Promise<void> {
    const own = ++generation;
    change('starting');
    settled = new Promise(resolve => {
      const onEnd = () => {
        resolve();
        if (own !== generation) return;
        generation++;
        current = undefined;
        crashes = [...crashes, now()].slice(-MOST_CRASHES);
        if (isCrashLoop(crashes)) change('stopped');
        else void launchServer();
      };
      const onStarted = () => {
        if (own === generation) change('running');
        resolve();
      };
      const launched = launch(onEnd);
      if (own === generation) current = launched;
      launched.started.then(onStarted, onEnd);
    });
    return whenSettled();
  }

  async function whenSettled(): Promise<void> {
    for (let seen: unknown; seen !== settled; ) {
      seen = settled;
      await settled;
    }
  }

  async function endServer(): Promise<void> {
    generation++;
    const ending = current;
    current = undefined;
    // A starting server can't be stopped in order; its launcher ends the process.
    await ending?.stop().catch(() => {});
  }

  return {
    get state() {
      return state;
    },
    start: launchServer,
    async restart() {
      crashes = [];
      const ended = endServer();
      const own = generation;
      change('starting');
      settled = ended;
      await ended;
      return own === generation ? launchServer() : whenSettled();
    },
    async running() {
      await whenSettled();
      if (state !== 'running' || !current)
        throw new Error('The Agent Envelopes server has stopped. Run the command "Agent Envelopes: Restart Server".');
      return current;
    },
    isCurrent: process => process === current,
    async stop() {
      await endServer();
      change('stopped');
    },
  };
}

export const MOST_CRASHES = 5;
const CRASH_WINDOW = 3 * 60_000;

/** Whether the server exited the maximum number of times within three minutes. */
function isCrashLoop(crashes: readonly number[]): boolean {
  const [first = 0] = crashes;
  return crashes.length >= MOST_CRASHES && (crashes.at(-1) ?? 0) - first <= CRASH_WINDOW;
}
