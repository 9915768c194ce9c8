import type { LogOutputChannel, Uri } from 'vscode';
import type { ReportFailure } from '../failures';
import type { RegisterCommand } from '../registerCommand';
import type { Server } from '../server';
import type { RunsNews } from './runsNews';

/** What all of the replay's side in the extension rests on. */
export interface ReplayParts {
  extensionUri: Uri;
  server: Server;
  news: RunsNews;
  log: LogOutputChannel;
  register: RegisterCommand;
  reportFailure: ReportFailure;
}
