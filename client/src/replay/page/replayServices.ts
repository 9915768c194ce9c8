import type { LogOutputChannel, Uri } from 'vscode';
import type { RegisterCommand } from '../../commands/commandRegistrar';
import type { ReportFailure } from '../../messages/failureReporter';
import type { Server } from '../../server/createServer';
import type { RunsWatcher } from '../runs/runsWatcher';
import type { ShownFiles } from '../runs/shownFiles';

/** A step of a run; undefined for the run as a whole. */
export interface RunStep {
  run: string;
  step: number | undefined;
}

/** The run and step that a page shows. */
export interface ShownStep extends RunStep {
  /** Whether the page is open and still shows the run. */
  isOpen(): boolean;
}

/** The services that the extension's replay features share. */
export interface ReplayServices {
  extensionUri: Uri;
  extensionId: string;
  server: Server;
  runs: RunsWatcher;
  shown: ShownFiles;
  log: LogOutputChannel;
  register: RegisterCommand;
  reportFailure: ReportFailure;
  /** Called when a visible page shows a run, or another step of it. */
  onShown(shown: ShownStep): void;
}
