import { type Disposable, ProgressLocation, Uri, window, workspace } from 'vscode';
import { REPLAY_AT, type ReplayAt, type ReplayAtParams } from '../../../server/src/shared/protocol';
import { showInformation, withProgress } from '../messages/notify';
import { targetAt } from '../runs/commands/showInRuns';
import { LANGUAGES } from '../server/createServer';
import type { OpenReplays } from './page/openReplays';
import type { PageTarget } from './page/pageTypes';
import type { ReplayPanels } from './page/replayPanels';
import type { ReplayServices } from './page/replayServices';
import { noRunsMessage } from './runs/noRunsMessage';
import { pickCandidate, pickFromRuns, pickRun } from './runs/pickRun';
import { runArguments } from './runs/runArguments';
import { waitForRuns } from './runs/waitForRuns';

/** Registers the commands that open replays. */
export function registerReplayCommands(parts: ReplayServices, panels: ReplayPanels, pages: OpenReplays): Disposable[] {
  const { log, register } = parts;
  const anyRun = (question: string) =>
    pickRun(parts, question, error => log.warn(`The runs could not be listed: ${error}`));
  return [
    register('openReplay', async (on: unknown, more: unknown) => {
      const wanted = await commandTarget(on, more);
      if (wanted) panels.open(wanted);
    }),
    register('replay.compare', async (on: unknown, more: unknown) => {
      const [first, second] = runArguments(on, more);
      const run = first?.run ?? pages.active()?.controller.run ?? (await anyRun('Select a run to compare'));
      if (run === undefined) return;
      const other = second?.run ?? (await pickCandidate(parts.server, run));
      if (other !== undefined) panels.open({ run, with: other });
    }),
  ];

  async function commandTarget(on: unknown, more: unknown): Promise<(PageTarget & { run: string }) | undefined> {
    const [first] = runArguments(on, more);
    if (first) return first;
    if (on instanceof Uri) return runInFile(parts, on);
    const editor = window.activeTextEditor;
    const isOurs = editor && LANGUAGES.includes(editor.document.languageId);
    const cursor = isOurs && targetAt(editor);
    const atCursor = cursor && (await runAt(parts, cursor));
    if (atCursor) return chooseRun(atCursor, cursor);
    const run = await anyRun('Select a run to replay');
    return run === undefined ? undefined : { run };
  }
}

/** The run in a file: the one at the cursor, where the file is active. */
async function runInFile(parts: ReplayServices, uri: Uri): Promise<(PageTarget & { run: string }) | undefined> {
  const editor = window.activeTextEditor;
  const isInIt = editor?.document.uri.toString() === uri.toString();
  const params: ReplayAtParams = isInIt ? targetAt(editor) : { uri: uri.toString() };
  const at = await runAt(parts, params);
  if (at) return chooseRun(at, params);
  const isInside = workspace.getWorkspaceFolder(uri) !== undefined;
  // Undefined while still reading: the user stopped waiting and knows why.
  if (isInside && parts.runs.reading) return undefined;
  void showInformation(noRunsMessage(workspace.asRelativePath(uri), { reading: false, isInside }));
  return undefined;
}

/** The step at the cursor. Without one, one of the file's runs. */
async function chooseRun(
  { runs, run, step }: ReplayAt,
  params: ReplayAtParams,
): Promise<(PageTarget & { run: string }) | undefined> {
  const [first, ...others] = runs;
  const isMeant = params.position !== undefined || others.length === 0;
  if (isMeant && run !== undefined && step !== undefined) return { run, step };
  const chosen = others.length === 0 ? first?.key : await pickFromRuns(runs, 'Select a run of the file to replay');
  return chosen === undefined ? undefined : { run: chosen };
}

/** Undefined where the file has no run. Waits while the file may not have been read yet. */
async function runAt({ server, runs }: ReplayServices, params: ReplayAtParams): Promise<ReplayAt | undefined> {
  const ask = async () => {
    const at = await server.request<ReplayAt | null>(REPLAY_AT, params);
    return at && at.runs.length > 0 ? at : undefined;
  };
  const known = await ask();
  if (known || !runs.reading) return known;
  const options = { location: ProgressLocation.Notification, title: 'Reading the workspace…', cancellable: true };
  return withProgress(options, (_, token) => {
    const stop = new AbortController();
    token.onCancellationRequested(() => stop.abort());
    return waitForRuns(runs, ask, stop.signal);
  });
}
