import type { Disposable, ExtensionContext } from 'vscode';
import { registerArtifactDocuments } from './artifacts/artifactDiff';
import { followEditor } from './followEditor';
import { registerStepLinks } from './links/registerStepLinks';
import { openReplays } from './page/openReplays';
import { pageActions } from './page/pageActions';
import { registerReplayEditor } from './page/replayEditor';
import { type ReplayPanels, replayPanels } from './page/replayPanels';
import type { ReplayServices } from './page/replayServices';
import { registerReplayCommands } from './replayCommands';
import { updateRunFilesContext } from './runs/runFilesContext';
import { runsWatcher } from './runs/runsWatcher';
import { shownFiles } from './runs/shownFiles';
import { registerSending } from './sending/registerSending';
import { sendRun } from './sending/sendRun';

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
