import {
  commands,
  type Disposable,
  type ExtensionContext,
  env,
  type LogOutputChannel,
  l10n,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { FileLocation, RunFormat, TreeNode } from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { openLocation } from '../editors/openLocation';
import { writeFile } from '../editors/writeFile';
import { forRow, type RegisterCommand } from '../messages/failureReporter';
import { showInformation, showStatusMessage } from '../messages/notify';
import type { ShownStep } from '../replay/replayServices';
import { registerOutcomeDecorations, type Tree } from './createTreeView';
import { type FollowCursor, followCursor, followReplay, showInRuns } from './followCursor';
import type { TreeElement } from './pagedTreeNodes';
import { createRunsTree, type RunsTree, type RunTarget } from './runsTree';
import { createRunsViewOptions, type RunsViewOptions } from './runsViewOptions';
import { searchMessages } from './searchMessages';
import { pickGroup, pickSort, showFilterBox } from './showFilterBox';
import { createStateTree } from './stateTree';

/** The views "Workflow Runs" and "State" of the extension, after they are registered. */
interface RunViews {
  disposables: Disposable[];
  tree: Pick<RunsTree, 'show'>;
  /** Shows the run and the step of a replay in both views. */
  follow(shown: ShownStep): void;
}

/** Registers the views "Workflow Runs" and "State" and their commands. */
export function registerRunsViews(
  context: ExtensionContext,
  server: Server,
  log: LogOutputChannel,
  register: RegisterCommand,
): RunViews {
  const state = createRunsViewOptions(context);
  const runs = createRunsTree(server, state, log);
  const stateTree = createStateTree(server, runs, context.workspaceState, log);
  const cursor = followCursor(runs, state, log);
  const commands = registerRunCommands({ register, server, state, runs, stateTree, cursor });
  const replay = followReplay(runs, stateTree, log);
  return {
    disposables: [registerOutcomeDecorations(), ...commands, replay, cursor, stateTree, runs],
    tree: runs,
    follow: replay.follow,
  };
}

interface RunCommandsOptions {
  register: RegisterCommand;
  server: Server;
  state: RunsViewOptions;
  runs: RunsTree;
  stateTree: Tree;
  cursor: FollowCursor;
}

/** Registers the commands of the trees of runs and of state. */
function registerRunCommands({ register, server, state, runs, stateTree, cursor }: RunCommandsOptions): Disposable[] {
  // A menu or a click passes the node. A key binding passes only the tree, in its `args`; the command then applies to the
  // tree's selection.
  const registerFor = (name: string, run: (node: TreeNode) => unknown) =>
    register(
      name,
      forRow((argument?: TreeElement | 'runs' | 'state') => {
        const tree = argument === 'state' ? stateTree : runs;
        const element = typeof argument === 'object' ? argument : tree.view.selection[0];
        return element && run(element.node);
      }),
    );
  const openIn = (mode: EditorMode) => (node: TreeNode) => openNodeLocation(server, node, mode, cursor.expect);
  const file = (mode: EditorMode) => (node: TreeNode) => {
    if (node.uri) cursor.expect({ uri: node.uri });
    return openFile(node, mode);
  };
  const follow = (following: boolean) => {
    state.follow(following);
    cursor.update();
  };
  return [
    register('runs.refresh', () => runs.refresh()),
    register('runs.filter', () => showFilterBox(server, state)),
    register('runs.search', () => searchMessages(server)),
    register('runs.clearFilter', () => state.change({ filter: '' })),
    register('runs.groupBy', () => pickGroup(state)),
    register('runs.sortBy', () => pickSort(state)),
    register('runs.followCursor', () => follow(true)),
    register('runs.stopFollowingCursor', () => follow(false)),
    register('showInRuns', (run: unknown, step: unknown) => showInRuns(runs, state, lensTarget(run, step))),
    registerFor('runs.openSource', openIn('work')),
    registerFor('runs.previewSource', openIn('preview')),
    registerFor('runs.openFile', file('work')),
    registerFor('runs.previewFile', file('preview')),
    registerFor('runs.revealInExplorer', node => revealFile(server, node)),
    registerFor('runs.copyId', copyId),
    registerFor('runs.copyAsMermaid', node => copyAsMermaid(server, node)),
    registerFor('runs.export', node => exportRun(server, node)),
    register('runs.more', (more: TreeElement) => runs.showNextPage(more.parent)),
  ];
}

// A code lens passes a run and a step. A menu passes the editor's file; the command then applies to the cursor.
function lensTarget(run: unknown, step: unknown): RunTarget | undefined {
  return typeof run === 'string' ? { run, ...(typeof step === 'number' && { step }) } : undefined;
}

/** How an editor opens: as a preview that leaves the focus in the tree, or with the focus. */
type EditorMode = 'preview' | 'work';

/** Opens the location of a node; first calls `onOpening` with it. */
export async function openNodeLocation(
  server: Server,
  node: TreeNode,
  mode: EditorMode,
  onOpening: (location: FileLocation) => void,
): Promise<void> {
  const location = await requestLocation(server, node);
  if (!location) return;
  onOpening(location);
  await openUri(location.uri, mode, location.range);
}

/** Opens the file of a node. */
export async function openFile({ uri }: TreeNode, mode: EditorMode): Promise<void> {
  if (uri) await openUri(uri, mode);
}

/** Reveals a node's own file; without one, the file that the node was read from. */
async function revealFile(server: Server, node: TreeNode): Promise<void> {
  const address = node.uri ?? (await requestLocation(server, node))?.uri;
  if (!address) return;
  const uri = Uri.parse(address);
  // The explorer shows only files of the workspace.
  const command = workspace.getWorkspaceFolder(uri) ? 'revealInExplorer' : 'revealFileInOS';
  await commands.executeCommand(command, uri);
}

async function requestLocation(server: Server, { id, leads }: TreeNode): Promise<FileLocation | undefined> {
  if (!leads) return undefined;
  const location = await server.request('agentEnvelopes/runs/place', { node: id });
  if (!location) void showInformation(l10n.t('This entry is no longer in its file.'));
  return location ?? undefined;
}

async function openUri(address: string, mode: EditorMode, range?: FileLocation['range']): Promise<void> {
  const preview = mode === 'preview';
  await openLocation(Uri.parse(address), range, { preview, preserveFocus: preview });
}

/** Copies a node's id. */
async function copyId({ copies }: TreeNode): Promise<void> {
  if (copies === undefined) return;
  await env.clipboard.writeText(copies);
  showStatusMessage(l10n.t('Copied {0}', copies));
}

/** Copies a run as a Mermaid diagram. */
async function copyAsMermaid(server: Server, node: TreeNode): Promise<void> {
  const text = await requestRunText(server, node, 'mermaid');
  if (text === undefined) return;
  await env.clipboard.writeText(text);
  showStatusMessage(l10n.t('Copied {0} as Mermaid', node.label));
}

/** Asks for a file, and writes a run into it as JSON. */
async function exportRun(server: Server, node: TreeNode): Promise<void> {
  const name = `${(node.copies ?? node.label).replace(/[^\w.-]+/g, '_') || 'run'}.json`;
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const uri = await window.showSaveDialog({
    title: l10n.t('Export Run'),
    filters: { JSON: ['json'] },
    ...(folder && { defaultUri: Uri.joinPath(folder, name) }),
  });
  if (!uri) return;
  const text = await requestRunText(server, node, 'json');
  if (text !== undefined) await writeFile(uri, text);
}

async function requestRunText(server: Server, { run }: TreeNode, format: RunFormat): Promise<string | undefined> {
  if (run === undefined) return undefined;
  const text = await server.request('agentEnvelopes/runs/text', { run, format });
  if (text === null) void showInformation(l10n.t('This run no longer exists.'));
  return text ?? undefined;
}
