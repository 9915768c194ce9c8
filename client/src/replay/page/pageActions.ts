import {
  commands,
  env,
  l10n,
  ProgressLocation,
  TabInputText,
  TabInputTextDiff,
  UIKind,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { ExportFormat, Redaction } from '../../../../server/src/shared/lspExtensions';
import type { RequestParams } from '../../../../server/src/shared/requests';
import type { Server } from '../../createServer';
import { openLocation } from '../../editors/openLocation';
import { writeFile } from '../../editors/writeFile';
import { showInformation, showModal, showStatusMessage, showWarning, withProgress } from '../../messages/notify';
import type { ExpectedCursor } from '../../runs/followCursor';
import { openDiff } from '../artifactDiff';
import { pickCandidate } from '../pickRun';
import { askReplay, type ReplayServices } from '../replayServices';
import { linkTarget, stepLink } from '../replayUris';
import type { PageAction, PageController } from './pageController';

/** Runs an action that the replay page requests, such as opening a file. Never rejects: shows failures to the user. */
export type PageActions = (action: PageAction, page: ActingPage) => Promise<void>;

/** The page that requests an action, and the run that it shows. */
export interface ActingPage {
  panel: WebviewPanel;
  controller: PageController;
  run: string;
}

interface PageActionsOptions {
  /** Announces a cursor move that a page causes. */
  expect(location: ExpectedCursor): void;
  openRun(run: string): void;
  send(run: string, redaction: Redaction): Promise<void>;
}

/** Creates the functions that do what a replay page asks for; each rejects if the server can't be asked. */
export function pageActions(services: ReplayServices, { expect, openRun, send }: PageActionsOptions): PageActions {
  const { server } = services;
  const runAction = async (action: PageAction, { panel, controller, run }: ActingPage): Promise<unknown> => {
    switch (action.type) {
      case 'openEnvelope':
        return openStep(server, { run, ...action }, panel.viewColumn, expect);
      case 'openDiff':
        return openDiff(server, { run, ...action });
      case 'openLink':
        return openLink(action.href);
      case 'showInRuns':
        return commands.executeCommand('agentEnvelopes.showInRuns', run, action.step);
      case 'pickOther': {
        const other = await pickCandidate(server, run);
        return other !== undefined && controller.show({ run, with: other });
      }
      case 'openRun':
        return controller.offers(action.run) ? controller.show({ run: action.run }) : openRun(action.run);
      case 'save':
        return saveExport(services, { run, ...action }, controller);
      case 'send':
        return send(run, action.redaction);
      case 'copy':
        await env.clipboard.writeText(action.text);
        return showStatusMessage(l10n.t('Copied'));
      case 'copyLink':
        return copyStepLink(services.extensionId, run, action.step);
    }
  };
  return async (action, page) => {
    try {
      await runAction(action, page);
    } catch (error) {
      await services.reportFailure(ACTION_NAMES[action.type], error);
    }
  };
}

const ACTION_NAMES: Record<PageAction['type'], string> = {
  openEnvelope: l10n.t('Opening the envelope'),
  openDiff: l10n.t('Comparing the artifact'),
  openLink: l10n.t('Opening the link'),
  showInRuns: l10n.t('Showing the step in the runs'),
  pickOther: l10n.t('Listing the runs to compare with'),
  openRun: l10n.t('Opening the run'),
  save: l10n.t('Saving the run'),
  send: l10n.t('Sending the run'),
  copy: l10n.t('Copying'),
  copyLink: l10n.t('Copying a link'),
};

/**
 * Opens the envelope of a step, or a value in it, in an editor next to the page.
 *
 * @param pageColumn the page's editor group
 * @param expect called with the location before it opens
 */
async function openStep(
  server: Server,
  { run, step, envelope, path }: RequestParams<'agentEnvelopes/replay/place'>,
  pageColumn: ViewColumn | undefined,
  expect: (location: ExpectedCursor) => void,
): Promise<void> {
  const location = await server.request('agentEnvelopes/replay/place', { run, step, envelope, ...(path && { path }) });
  if (!location) {
    void showInformation(l10n.t("This step's envelope is no longer in its file."));
    return;
  }
  const uri = Uri.parse(location.uri);
  expect(location);
  await openLocation(uri, location.range, { viewColumn: columnFor(uri, pageColumn) });
}

/**
 * Returns the editor group that already shows the file, or one with text editors. Never the page's group, since the file would hide the
 * page.
 */
function columnFor(uri: Uri, pageColumn: ViewColumn | undefined): ViewColumn {
  const groups = window.tabGroups.all.filter(({ viewColumn }) => viewColumn !== pageColumn);
  const showingGroup = groups.find(({ tabs }) =>
    tabs.some(({ input }) => input instanceof TabInputText && input.uri.toString() === uri.toString()),
  );
  const textGroup = groups.find(({ activeTab }) => {
    const input = activeTab?.input;
    return !activeTab || input instanceof TabInputText || input instanceof TabInputTextDiff;
  });
  return (showingGroup ?? textGroup)?.viewColumn ?? ViewColumn.Beside;
}

interface SaveExportOptions {
  run: string;
  format: ExportFormat;
  redaction: Redaction;
}

/** Exports a run to a file that the user chooses, and offers to open it; in a browser, as a download. */
async function saveExport(
  { server, downloads }: Pick<ReplayServices, 'server' | 'downloads'>,
  { run, format, redaction }: SaveExportOptions,
  controller: PageController,
): Promise<void> {
  const exported = await withProgress(
    { location: ProgressLocation.Notification, title: l10n.t('Exporting the run…') },
    () => askReplay(server, run, 'export', { format, redaction }),
  );
  if (!exported) {
    void showInformation(l10n.t('This run no longer exists: there is nothing to export.'));
    return;
  }
  if (downloads) return controller.download(exported);
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const uri = await window.showSaveDialog({
    title: l10n.t('Export Run'),
    filters: FILTERS[format],
    ...(folder && { defaultUri: Uri.joinPath(folder, exported.name) }),
  });
  if (!uri) return;
  if (await writeFile(uri, exported.text)) void offerToOpen(uri, format);
}

const FILTERS: Record<ExportFormat, Record<string, string[]>> = {
  html: { [l10n.t('Web Page')]: ['html'] },
  mermaid: { Mermaid: ['mmd', 'mermaid', 'md'] },
  otlp: { 'OTLP JSON': ['json'] },
  atif: { ATIF: ['json'] },
  jsonl: { 'JSON Lines': ['jsonl'] },
  json: { JSON: ['json'] },
};

async function offerToOpen(uri: Uri, format: ExportFormat): Promise<void> {
  // A browser can open only files on the machine that it runs on.
  const inBrowser = format === 'html' && uri.scheme === 'file' && isLocal();
  const open = inBrowser ? l10n.t('Open in Browser') : l10n.t('Open');
  const chosen = await showInformation(l10n.t('Exported to {0}.', workspace.asRelativePath(uri)), open);
  if (chosen !== open) return;
  if (inBrowser) await env.openExternal(uri);
  else await commands.executeCommand('vscode.open', uri);
}

function isLocal(): boolean {
  return env.uiKind === UIKind.Desktop && env.remoteName === undefined;
}

/** Opens a web address after the user has confirmed it; refuses all other addresses. */
export async function openLink(href: string): Promise<void> {
  const target = linkTarget(href);
  if (!target) {
    void showWarning(l10n.t('This link is not opened: a replay opens only addresses that begin with https://.'));
    return;
  }
  const open = l10n.t('Open');
  const detail = l10n.t(
    '{0}\n\nThe address comes from the replayed file. Open it only if you trust its author.',
    target.href,
  );
  const chosen = await showModal(l10n.t('Open a page of {0}?', target.host), detail, open);
  // Typed as a `Uri`, which would lose what the address escapes; VS Code opens a text as it is.
  if (chosen === open) await env.openExternal(target.href as unknown as Uri);
}

/** Copies a link to a step. */
async function copyStepLink(extension: string, run: string, step: number): Promise<void> {
  await env.clipboard.writeText(stepLink(env.uriScheme, extension, { run, step }));
  showStatusMessage(l10n.t('Copied a link to the step'));
}
