import type { Disposable, ExtensionContext } from 'vscode';
import { provideArtifacts } from './artifacts/artifactDiff';
import { followEditor } from './followEditor';
import { openStepLinks } from './links/stepLinkCommands';
import { replayPages } from './page/openReplays';
import { pageActions } from './page/pageActions';
import { replayEditor } from './page/replayEditor';
import { type ReplayPanels, replayPanels } from './page/replayPanels';
import type { ReplayParts } from './page/replayServices';
import { replayCommands } from './replayCommands';
import { tellRunFiles } from './runs/runFilesContext';
import { runsNews } from './runs/runsWatcher';

/** The replay of runs: its panels, the editor of files, and all that leads there and from there. */
export function showReplay(
  { extensionUri, extension }: ExtensionContext,
  services: Omit<ReplayParts, 'extensionUri' | 'extensionId' | 'news'>,
): Disposable[] {
  const news = runsNews(services.server);
  const parts: ReplayParts = { ...services, extensionUri, extensionId: extension.id, news };
  const pages = replayPages();
  const cursor = followEditor(parts, pages);
  const actions = pageActions(parts, { expect: cursor.expect, openRun: run => panels.open({ run }) });
  const panels: ReplayPanels = replayPanels(parts, pages, actions);
  const editor = replayEditor(parts, pages, actions);
  return [
    ...replayCommands(parts, panels, pages),
    provideArtifacts(parts),
    editor,
    panels,
    tellRunFiles(parts),
    openStepLinks(panels),
    cursor,
    pages,
    news,
  ];
}
