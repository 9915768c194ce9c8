import { Disposable, type ExtensionContext, ProgressLocation, type TextEditor, Uri, window, workspace } from 'vscode';
import { REPLAY_AT, type ReplayAt, type ReplayAtParams, RUN_FILES } from '../../../server/src/shared/protocol';
import { LANGUAGES } from '../createServer';
import { debounce, throttle } from '../debounce';
import { forRow, setContext } from '../messages/failureReporter';
import { showInformation, showWarning, withProgress } from '../messages/notify';
import { type ExpectedCursor, targetAt } from '../runs/followCursor';
import { parseStepLink } from './addresses';
import { registerArtifactDocuments } from './artifactDiff';
import { pageActions } from './page/pageActions';
import type { PageTarget } from './page/pageController';
import { type ReplayPanels, registerReplayEditor, replayPanels } from './page/replayPanels';
import { type OpenReplays, openReplays } from './page/replayWebview';
import { pickCandidate, pickFromRuns, pickRun } from './pickRun';
import { type ReplayServices, runsWatcher, shownFiles } from './replayServices';
import { runArguments } from './runArguments';
import { noRunsMessage } from './runTitles';
import { registerSending, sendRun } from './sendRun';
import { waitForRuns } from './waitForRuns';

/** Sets up the replay of runs: panels, the custom editor for files, commands and links. */
export function showReplay(
  { extensionUri, extension, globalState, secrets }: ExtensionContext,
  services: Omit<ReplayServices, 'extensionUri' | 'extensionId' | 'runs' | 'shown'>,
): Disposable[] {
  const runs = runsWatcher(services.server);
  const shown = shownFiles(services);
  const replayServices: ReplayServices = { ...services, extensionUri, extensionId: extension.id, runs, shown };
  const pages = openReplays();
  const cursor = followEditor(replayServices, pages);
  const sending = { server: services.server, state: globalState, secrets };
  const actions = pageActions(replayServices, {
    expect: cursor.expect,
    openRun: run => panels.open({ run }),
    send: (run, redaction) => sendRun(sending, { run, redaction }),
  });
  const panels: ReplayPanels = replayPanels(replayServices, pages, actions);
  const editor = registerReplayEditor(replayServices, pages, actions);
  return [
    ...registerReplayCommands(replayServices, panels, pages),
    ...registerSending(replayServices, sending, pages),
    registerArtifactDocuments(replayServices),
    editor,
    panels,
    updateRunFilesContext(replayServices),
    registerStepLinks(panels),
    cursor,
    pages,
    runs,
    shown,
  ];
}

/** Shows the step at the editor's cursor in the visible pages when the cursor moves. */
interface FollowEditor extends Disposable {
  /** Announces a cursor move that the page causes, since the page already shows that step. */
  expect(location: ExpectedCursor): void;
}

function followEditor({ server, log }: ReplayServices, pages: OpenReplays): FollowEditor {
  let expected: ExpectedCursor | undefined;
  let moves = 0;
  const update = async () => {
    const editor = window.activeTextEditor;
    const shown = pages.visible().filter(({ controller }) => controller.run !== undefined);
    if (!editor || shown.length === 0 || !LANGUAGES.includes(editor.document.languageId)) return;
    if (expected && isAt(editor, expected)) return;
    expected = undefined;
    const movesBefore = moves;
    const at = await server.request<ReplayAt | null>(REPLAY_AT, targetAt(editor) satisfies ReplayAtParams);
    const { run, step } = at ?? {};
    if (movesBefore !== moves || step === undefined) return;
    for (const { controller } of shown) if (controller.run === run) controller.goTo(step);
  };
  const scheduleUpdate = debounce(150, () => {
    update().catch(error => log.warn(`The cursor could not be followed by a replay: ${error}`));
  });
  // Ignores a change of the active tab, which must not change the step that the user chose in the page.
  const listener = window.onDidChangeTextEditorSelection(({ textEditor }) => {
    if (textEditor !== window.activeTextEditor) return;
    moves++;
    scheduleUpdate();
  });
  const disposables = Disposable.from(scheduleUpdate, listener);
  return {
    expect(location) {
      expected = location;
    },
    dispose: () => disposables.dispose(),
  };
}

function isAt({ document, selection: { start } }: TextEditor, { uri, range }: ExpectedCursor): boolean {
  if (document.uri.toString() !== Uri.parse(uri).toString()) return false;
  return !range || (start.line === range.start.line && start.character === range.start.character);
}

/** Opens the steps of incoming links. The page reports runs that are not in the workspace. */
function registerStepLinks(panels: ReplayPanels): Disposable {
  return window.registerUriHandler({
    handleUri(uri) {
      const target = parseStepLink(uri);
      if (target) panels.open(target);
      else void showWarning('This link does not name a step of a run.');
    },
  });
}

/** Keeps the context of menus for JSON files with runs up to date. Logs always have these menus. */
function updateRunFilesContext({ server, runs, log }: ReplayServices): Disposable {
  const update = async () => {
    const files = await server.request<string[]>(RUN_FILES);
    const paths = files.map(file => Uri.parse(file).fsPath);
    setContext('runFiles', paths);
  };
  const scheduleUpdate = throttle(5000, 500, () => {
    update().catch(error => log.warn(`The files with runs could not be listed: ${error}`));
  });
  return Disposable.from(
    scheduleUpdate,
    runs.onDidChange(() => {
      if (!runs.reading) scheduleUpdate();
    }),
  );
}

/** Registers the commands that open replays. */
function registerReplayCommands(services: ReplayServices, panels: ReplayPanels, pages: OpenReplays): Disposable[] {
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
        const [first, second] = runArguments(argument, selection);
        const run = first?.run ?? pages.active()?.controller.run ?? (await pickAnyRun('Select a run to compare'));
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
    const [first] = runArguments(argument, selection);
    if (first) return first;
    if (argument instanceof Uri) return runInFile(services, argument);
    const editor = window.activeTextEditor;
    const isSupported = editor && LANGUAGES.includes(editor.document.languageId);
    const cursor = isSupported && targetAt(editor);
    const atCursor = cursor && (await runAt(services, cursor));
    if (atCursor) return chooseRun(atCursor, cursor);
    const run = await pickAnyRun('Select a run to replay');
    return run === undefined ? undefined : { run };
  }
}

/** The run in a file: the one at the cursor if the file is in the active editor. */
async function runInFile(services: ReplayServices, uri: Uri): Promise<(PageTarget & { run: string }) | undefined> {
  const editor = window.activeTextEditor;
  const isActive = editor?.document.uri.toString() === uri.toString();
  const params: ReplayAtParams = isActive ? targetAt(editor) : { uri: uri.toString() };
  const at = await runAt(services, params);
  if (at) return chooseRun(at, params);
  const isInside = workspace.getWorkspaceFolder(uri) !== undefined;
  // While the workspace is being read, the user has cancelled, and needs no message.
  if (isInside && services.runs.reading) return undefined;
  void showInformation(noRunsMessage(workspace.asRelativePath(uri), { reading: false, isInside }));
  return undefined;
}

/** The step at the cursor; if there is none, asks for one of the file's runs. */
async function chooseRun(
  { runs, run, step }: ReplayAt,
  params: ReplayAtParams,
): Promise<(PageTarget & { run: string }) | undefined> {
  const [first, ...rest] = runs;
  const isUnambiguous = params.position !== undefined || rest.length === 0;
  if (isUnambiguous && run !== undefined && step !== undefined) return { run, step };
  const chosen = rest.length === 0 ? first?.key : await pickFromRuns(runs, 'Select a run of the file to replay');
  return chosen === undefined ? undefined : { run: chosen };
}

/** The runs of a file; undefined if it has none. Waits while the file may not have been read yet. */
async function runAt({ server, runs }: ReplayServices, params: ReplayAtParams): Promise<ReplayAt | undefined> {
  const requestRuns = async () => {
    const at = await server.request<ReplayAt | null>(REPLAY_AT, params);
    return at && at.runs.length > 0 ? at : undefined;
  };
  const known = await requestRuns();
  if (known || !runs.reading) return known;
  const options = { location: ProgressLocation.Notification, title: 'Reading the workspace…', cancellable: true };
  return withProgress(options, (_, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    return waitForRuns(runs, requestRuns, controller.signal);
  });
}
