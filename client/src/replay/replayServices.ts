import { Disposable, EventEmitter, type LogOutputChannel, RelativePattern, Uri, workspace } from 'vscode';
import {
  type ReplayAnswer,
  type ReplayParams,
  type ReplayQuestion,
  RUNS_CHANGED,
  type RunsChanged,
} from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { throttle } from '../debounce';
import { isFileUri } from '../editors/fileSchemes';
import type { RegisterCommand, ReportFailure } from '../messages/failureReporter';

/** The services that the panels, commands and links for replaying runs share, such as the language server and the function that reports failures. */
export interface ReplayServices {
  extensionUri: Uri;
  extensionId: string;
  server: Server;
  runs: RunsWatcher;
  shown: ShownFiles;
  log: LogOutputChannel;
  register: RegisterCommand;
  reportFailure: ReportFailure;
  /** Whether exports are downloaded by the page, instead of written to a file that the user names. */
  downloads: boolean;
  /** Called when a visible page shows a run, or another step of it. */
  onShown(shown: ShownStep): void;
}

/** The run and step that a page shows. */
export interface ShownStep extends RunStep {
  /** Whether the page is open and still shows the run. */
  isOpen(): boolean;
}

/** Identifies a run by its key, or one step of the run if `step` is given. */
export interface RunStep {
  run: string;
  step: number | undefined;
}

/** Asks a question about a run; null if the run no longer exists. */
export async function askReplay<Q extends ReplayQuestion>(
  server: Server,
  run: string,
  question: Q,
  params: ReplayParams<Q>,
): Promise<ReplayAnswer<Q> | null> {
  const answer = await server.request('agentEnvelopes/replay', { run, question, params });
  return answer as ReplayAnswer<Q> | null;
}

/** The server's latest status of the workspace's runs. */
export interface RunsWatcher extends Disposable {
  /** The workspace is still being read, so more runs may be found. */
  readonly reading: boolean;
  onDidChange(listener: () => void): Disposable;
}

export function runsWatcher(server: Server): RunsWatcher {
  const changed = new EventEmitter<void>();
  // Assumed until the server reports its status; without a folder, the server reads nothing.
  let reading = Boolean(workspace.workspaceFolders?.length);
  const listener = server.onNotification<RunsChanged>(RUNS_CHANGED, status => {
    reading = status.reading;
    changed.fire();
  });
  return {
    get reading() {
      return reading;
    },
    onDidChange: changed.event,
    dispose() {
      listener.dispose();
      changed.dispose();
    },
  };
}

/** Makes the server read the files that replays show, even outside of the workspace, and update their runs when the files grow. */
interface ShownFiles extends Disposable {
  /** Includes a file until the result is disposed. */
  include(uri: Uri): Disposable;
}

export function shownFiles({ server, log }: { server: Server; log: LogOutputChannel }): ShownFiles {
  const included = new Map<Disposable, Uri>();
  const update = throttle(500, 0, () => {
    server
      .request('agentEnvelopes/replay/files', { files: [...included.values()].map(uri => ({ uri: uri.toString() })) })
      .catch(error => log.warn(`Files of replays could not be read: ${error}`));
  });
  // A restarted server does not know the files.
  const restarts = server.onDidChangeState(state => {
    if (state === 'running' && included.size > 0) update();
  });
  return {
    include(uri) {
      if (!isFileUri(uri)) return new Disposable(() => {});
      const subAgents = uri.with({ path: `${uri.path.replace(/\.\w+$/, '')}/subagents` });
      const watching = Disposable.from(
        ...watchFolder(Uri.joinPath(uri, '..'), ({ path }) => path === uri.path && update()),
        ...watchFolder(subAgents, update),
      );
      included.set(watching, uri);
      update();
      return new Disposable(() => {
        watching.dispose();
        included.delete(watching);
        update();
      });
    },
    dispose() {
      restarts.dispose();
      update.dispose();
      for (const watching of included.keys()) watching.dispose();
    },
  };
}

/** Watches the files directly in a folder, which need not exist yet. */
function watchFolder(folder: Uri, onChange: (file: Uri) => void): Disposable[] {
  const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, '*'));
  return [watcher, watcher.onDidChange(onChange), watcher.onDidCreate(onChange), watcher.onDidDelete(onChange)];
}
