import type { LogOutputChannel, Uri } from 'vscode';
import type { RegisterCommand } from '../../commands/commandRegistrar';
import type { ReportFailure } from '../../messages/failureReporter';
import type { Server } from '../../server/createServer';
import type { RunsWatcher } from '../runs/runsWatcher';

/** The run and step that a page shows. */
export interface ShownStep {
  run: string;
  step: number | undefined;
}

/** The shared services of all replay features in the extension. */
export interface ReplayServices {
  extensionUri: Uri;
  extensionId: string;
  server: Server;
  runs: RunsWatcher;
  log: LogOutputChannel;
  register: RegisterCommand;
  reportFailure: ReportFailure;
  /** A visible page shows a run, or another step of it. */
  onShown(shown: ShownStep): void;
}
