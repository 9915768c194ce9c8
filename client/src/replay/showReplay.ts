import type { Disposable, ExtensionContext } from 'vscode';
import { provideArtifacts } from './artifactDiff';
import { followEditor } from './followEditor';
import { pageActions } from './pageActions';
import { replayCommands } from './replayCommands';
import { replayEditor } from './replayEditor';
import { replayPages } from './replayPages';
import { type ReplayPanels, replayPanels } from './replayPanels';
import type { ReplayParts } from './replayParts';
import { tellRunFiles } from './runFiles';
import { runsNews } from './runsNews';
import { openStepLinks } from './stepLinks';

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
