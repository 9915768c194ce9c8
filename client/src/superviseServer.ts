import { type LogOutputChannel, l10n } from 'vscode';

/**
 * The state of the language server's process. `idle` means that nothing has needed the server yet; `stopped`, that it ended too often, or that
 * the window closes.
 */
export type ServerState = 'idle' | 'starting' | 'running' | 'stopped';

/** A launched process of the language server, with a way to stop it. */
export interface ServerProcess {
  /** Rejects if the server can't be started. */
  started: Promise<unknown>;
  stop(): Promise<unknown>;
}

/** Keeps a server running: restarts it when it exits, until it exits too often. */
export interface Supervisor<P extends ServerProcess> {
  readonly state: ServerState;
  /** Resolves when a server runs, or when no further start is attempted. Never rejects. */
  start(): Promise<void>;
  /** Stops the running server, if any, and starts a new one; earlier crashes no longer count. */
  restart(): Promise<void>;
  /** Resolves to the server once it runs; starts an idle server first. Rejects if there is no server. */
  running(): Promise<P>;
  isCurrent(process: P): boolean;
  stop(): Promise<void>;
}

interface SuperviseServerOptions<P> {
  /** Starts a server; must call `onEnd` when the server exits unexpectedly. */
  launch(onEnd: () => void): P;
  onStateChange(state: ServerState): void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Creates a supervisor for the process of the language server. It starts the server, and starts it again after a crash. After too many
 * crashes in a short time it stops.
 */
export function superviseServer<P extends ServerProcess>({
  launch,
  onStateChange,
  now = Date.now,
}: SuperviseServerOptions<P>): Supervisor<P> {
  let state: ServerState = 'idle';
  let current: P | undefined;
  let settled = Promise.resolve();
  let crashes: number[] = [];
  // Counts launches and stops, to ignore the events of an earlier server.
  let generation = 0;

  function change(next: ServerState): void {
    if (state === next) return;
    state = next;
    onStateChange(state);
  }

  function launchServer(): Promise<void> {
    const launchGeneration = ++generation;
    change('starting');
    settled = new Promise(resolve => {
      const onEnd = () => {
        resolve();
        if (launchGeneration !== generation) return;
        generation++;
        current = undefined;
        crashes = [...crashes, now()].slice(-MAX_CRASHES);
        if (isCrashLoop(crashes)) change('stopped');
        else void launchServer();
      };
      const onStarted = () => {
        if (launchGeneration === generation) change('running');
        resolve();
      };
      const launched = launch(onEnd);
      if (launchGeneration === generation) current = launched;
      launched.started.then(onStarted, onEnd);
    });
    return whenSettled();
  }

  async function whenSettled(): Promise<void> {
    for (let awaited: unknown; awaited !== settled; ) {
      awaited = settled;
      await settled;
    }
  }

  async function endServer(): Promise<void> {
    generation++;
    const ending = current;
    current = undefined;
    // A starting server can't be stopped regularly; its launcher ends the process.
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
      const restartGeneration = generation;
      change('starting');
      settled = ended;
      await ended;
      return restartGeneration === generation ? launchServer() : whenSettled();
    },
    async running() {
      if (state === 'idle') void launchServer();
      await whenSettled();
      if (state !== 'running' || !current) throw new Error(NO_SERVER);
      return current;
    },
    isCurrent: process => process === current,
    async stop() {
      await endServer();
      change('stopped');
    },
  };
}

/** Tells the user that there is no server, and how to start it. */
export const NO_SERVER = l10n.t(
  'The Agent Envelopes server has stopped. Run the command "Agent Envelopes: Restart Server".',
);

export const MAX_CRASHES = 5;
const CRASH_WINDOW = 3 * 60_000;

/** Returns whether the server exited the maximum number of times within three minutes. */
function isCrashLoop(crashes: readonly number[]): boolean {
  const [first = 0] = crashes;
  return crashes.length >= MAX_CRASHES && (crashes.at(-1) ?? 0) - first <= CRASH_WINDOW;
}

/** Wraps the log so that a trace of requests shows neither headers, which may be credentials, nor the credentials of stores. */
export function logWithoutCredentials(log: LogOutputChannel): LogOutputChannel {
  return Object.create(log, {
    trace: { value: (message: string, ...args: unknown[]) => log.trace(maskCredentials(message), ...args) },
  });
}

/** Masks headers and credentials in the JSON of a request or an answer. */
export function maskCredentials(text: string): string {
  return text.replace(/("(?:headers|credential)":\s*)"(?:[^"\\]|\\.)*"/g, '$1"…"');
}
