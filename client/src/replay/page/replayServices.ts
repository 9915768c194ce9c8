import type { LogOutputChannel, Uri } from 'vscode';
import type { RegisterCommand } from '../../commands/commandRegistrar';
import type { ReportFailure } from '../../messages/failureReporter';
import type { Server } from '../../server/createServer';
import type { RunsWatcher } from '../runs/runsWatcher';

/** What a page shows. */
export interface ShownStep {
  run: string;
  step: number | undefined;
}

/** What all of the replay's side in the extension rests on. */
export interface ReplayServices {
  extensionUri: Uri;
  extensionId: string;
  server: Server;
  runs: RunsWatcher;
  log: LogOutputChannel;
  register: RegisterCommand;
  reportFailure: ReportFailure;
  /** A page that can be seen shows a run, or another step of it. */
  onShown(shown: ShownStep): void;
}
