import { type Disposable, l10n, ProgressLocation, Uri, window, workspace } from 'vscode';
import type { ReplayAt } from '../../../server/src/shared/lspExtensions';
import type { RequestParams } from '../../../server/src/shared/requests';
import { LANGUAGES } from '../createServer';
import { forRow } from '../messages/failureReporter';
import { showInformation, withProgress } from '../messages/notify';
import { targetAt } from '../runs/followCursor';
import type { PageTarget } from './page/pageController';
import type { ReplayPanels } from './page/replayPanels';
import type { OpenReplays } from './page/replayWebview';
import { pickCandidate, pickFromRuns, pickRun } from './pickRun';
import type { ReplayServices } from './replayServices';
import { runsOfCommand } from './runsOfCommand';
import { noRunsMessage } from './runTitles';
import { waitForRuns } from './waitForRuns';

/** Registers the commands that open the replay of a workflow run. */
export function registerReplayCommands(
  services: ReplayServices,
  panels: ReplayPanels,
  pages: OpenReplays,
): Disposable[] {
  const { log, register } = services;
  const pickAnyRun = (question: string) =>
    pickRun(services, question, error => log.warn(`The runs could not be listed: ${error}`));
  return [
    register(
      'openReplay',
      forRow(async (argument: unknown, selection: unknown, find: unknown) => {
        const target = await commandTarget(argument, selection);
        if (target) panels.open({ ...target, ...(typeof find === 'string' && { find }) });
      }),
    ),
    register(
      'replay.compare',
      forRow(async (argument: unknown, selection: unknown) => {
        const [first, second] = runsOfCommand(argument, selection);
        const run =
          first?.run ?? pages.active()?.controller.run ?? (await pickAnyRun(l10n.t('Select a run to compare')));
        if (run === undefined) return;
        const other = second?.run ?? (await pickCandidate(services.server, run));
        if (other !== undefined) panels.open({ run, with: other });
      }),
    ),
  ];

  async function commandTarget(
    argument: unknown,
    selection: unknown,
  ): Promise<(PageTarget & { run: string }) | undefined> {
    const [first] = runsOfCommand(argument, selection);
    if (first) return first;
    if (argument instanceof Uri) return runInFile(services, argument);
    const editor = window.activeTextEditor;
    const isSupported = editor && LANGUAGES.includes(editor.document.languageId);
    const cursor = isSupported && targetAt(editor);
    const atCursor = cursor && (await runAt(services, cursor));
    if (atCursor) return chooseRun(atCursor, cursor);
    const run = await pickAnyRun(l10n.t('Select a run to replay'));
    return run === undefined ? undefined : { run };
  }
}

/** Returns the run in a file; if the file is in the active editor, the run at the cursor. */
async function runInFile(services: ReplayServices, uri: Uri): Promise<(PageTarget & { run: string }) | undefined> {
  const editor = window.activeTextEditor;
  const isActive = editor?.document.uri.toString() === uri.toString();
  const params = isActive ? targetAt(editor) : { uri: uri.toString() };
  const at = await runAt(services, params);
  if (at) return chooseRun(at, params);
  const isInside = workspace.getWorkspaceFolder(uri) !== undefined;
  // While the workspace is being read, the user has cancelled, and needs no message.
  if (isInside && services.runs.reading) return undefined;
  void showInformation(noRunsMessage(workspace.asRelativePath(uri), { reading: false, isInside }));
  return undefined;
}

/** Returns the step at the cursor; if there is none, asks for one of the file's runs. */
async function chooseRun(
  { runs, run, step }: ReplayAt,
  params: RequestParams<'agentEnvelopes/replay/at'>,
): Promise<(PageTarget & { run: string }) | undefined> {
  const [first, ...rest] = runs;
  const isUnambiguous = params.position !== undefined || rest.length === 0;
  if (isUnambiguous && run !== undefined && step !== undefined) return { run, step };
  const chosen =
    rest.length === 0 ? first?.key : await pickFromRuns(runs, l10n.t('Select a run of the file to replay'));
  return chosen === undefined ? undefined : { run: chosen };
}

/** Returns the runs of a file; undefined if it has none. Waits while the workspace is being read. */
async function runAt(
  { server, runs }: ReplayServices,
  params: RequestParams<'agentEnvelopes/replay/at'>,
): Promise<ReplayAt | undefined> {
  const requestRuns = async () => {
    const at = await server.request('agentEnvelopes/replay/at', params);
    return at && at.runs.length > 0 ? at : undefined;
  };
  const known = await requestRuns();
  if (known || !runs.reading) return known;
  const options = {
    location: ProgressLocation.Notification,
    title: l10n.t('Reading the workspace…'),
    cancellable: true,
  };
  return withProgress(options, (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return waitForRuns(runs, requestRuns, controller.signal);
  });
}
