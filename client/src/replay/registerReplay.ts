import { Disposable, type ExtensionContext, l10n, Uri, window } from 'vscode';
import { LANGUAGES } from '../createServer';
import { debounce, throttle } from '../debounce';
import { setContext } from '../messages/failureReporter';
import { showWarning } from '../messages/notify';
import { type ExpectedCursor, isAt, targetAt } from '../runs/followCursor';
import { registerArtifactDocuments } from './artifactDiff';
import { pageActions } from './page/pageActions';
import { type ReplayPanels, registerReplayEditor, replayPanels } from './page/replayPanels';
import { type OpenReplays, openReplays } from './page/replayWebview';
import { registerReplayCommands } from './registerReplayCommands';
import { type ReplayServices, runsWatcher, shownFiles } from './replayServices';
import { parseStepLink } from './replayUris';
import { registerSending, sendRunToCollector } from './sendRunToCollector';

/** Sets up everything that replays workflow runs: panels, the custom editor for files, commands and links. */
export function registerReplay(
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
    send: (run, redaction) => sendRunToCollector(sending, { run, redaction }),
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
    const at = await server.request('agentEnvelopes/replay/at', targetAt(editor));
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

/** Opens the steps of incoming links. The page reports runs that are not in the workspace. */
function registerStepLinks(panels: ReplayPanels): Disposable {
  return window.registerUriHandler({
    handleUri(uri) {
      const target = parseStepLink(uri);
      if (target) panels.open(target);
      else void showWarning(l10n.t('This link does not name a step of a run.'));
    },
  });
}

/** Keeps the context of menus for JSON files with runs up to date. Logs always have these menus. */
function updateRunFilesContext({ server, runs, log }: ReplayServices): Disposable {
  const update = async () => {
    const files = await server.request('agentEnvelopes/runs/files');
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
