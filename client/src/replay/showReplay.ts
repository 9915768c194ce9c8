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

/** The replay of runs: its panels, the editor of files, and their commands and links. */
export function showReplay(
  { extensionUri, extension }: ExtensionContext,
  services: Omit<ReplayServices, 'extensionUri' | 'extensionId' | 'runs'>,
): Disposable[] {
  const runs = runsWatcher(services.server);
  const parts: ReplayServices = { ...services, extensionUri, extensionId: extension.id, runs };
  const pages = openReplays();
  const cursor = followEditor(parts, pages);
  const actions = pageActions(parts, { expect: cursor.expect, openRun: run => panels.open({ run }) });
  const panels: ReplayPanels = replayPanels(parts, pages, actions);
  const editor = registerReplayEditor(parts, pages, actions);
  return [
    ...registerReplayCommands(parts, panels, pages),
    registerArtifactDocuments(parts),
    editor,
    panels,
    updateRunFilesContext(parts),
    registerStepLinks(panels),
    cursor,
    pages,
    runs,
  ];
}
