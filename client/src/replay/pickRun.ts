import { l10n, type QuickPickItem } from 'vscode';
import type { RunBrief, RunView, TreeNode } from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { debounce } from '../debounce';
import { createPicker, pickOne, showInformation } from '../messages/notify';
import { askReplay, type ReplayServices } from './replayServices';
import { type RunChoice, runChoice } from './runTitles';

/** Lets the user pick a workflow run from a list. The user types a filter as in the tree of runs. */
export function pickRun(
  { server, runs }: Pick<ReplayServices, 'server' | 'runs'>,
  placeholder: string,
  onError: (error: unknown) => void,
): Promise<string | undefined> {
  const pick = createPicker<QuickPickItem & { run?: string }>();
  pick.placeholder = placeholder;
  let requests = 0;
  let shown = '';
  const updateItems = async () => {
    const request = ++requests;
    pick.busy = true;
    const nodes = await runNodes(server, pick.value).catch(error => {
      onError(error);
      return [];
    });
    if (request !== requests) return;
    pick.busy = false;
    const items = nodes.length > 0 ? nodes.map(createChoice) : [{ label: NONE, alwaysShow: true }];
    // Setting the same items again would reset the selection.
    const text = JSON.stringify(items);
    if (text !== shown) pick.offer(items);
    shown = text;
  };
  const scheduleUpdate = debounce(100, () => void updateItems());
  // The list grows while the workspace is being read.
  const listener = runs.onDidChange(() => scheduleUpdate());
  return new Promise(resolve => {
    pick.onDidChangeValue(() => scheduleUpdate());
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen?.run === undefined) return;
      resolve(chosen.run);
      pick.hide();
    });
    pick.onDidHide(() => {
      requests++;
      listener.dispose();
      scheduleUpdate.dispose();
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
    void updateItems();
  });
}

/** Asks the user for one of these runs. Returns its key; undefined if the user cancels. */
export async function pickFromRuns(runs: readonly RunBrief[], placeHolder: string): Promise<string | undefined> {
  const items = runs.map((run): RunChoice & { key: string } => ({ ...runChoice(run), key: run.key }));
  const chosen = await pickOne(items, { placeHolder, matchOnDescription: true, matchOnDetail: true });
  return chosen?.key;
}

/** Asks for a run to compare a run with; lists the most similar runs first. */
export async function pickCandidate(server: Server, run: string): Promise<string | undefined> {
  const candidates = (await askReplay(server, run, 'candidates', {})) ?? [];
  if (candidates.length > 0) return pickFromRuns(candidates, l10n.t('Select a run to compare with'));
  void showInformation(l10n.t('No other runs in this workspace to compare with.'));
  return undefined;
}

const NONE = l10n.t('No runs match the filter');

/** Returns the first page of matching runs, newest first. In a multi-root workspace, runs are below folder nodes. */
async function runNodes(server: Server, filter: string): Promise<TreeNode[]> {
  const view: RunView = { filter, group: 'none', sort: 'newest' };
  const requestChildren = async (parent?: string) => {
    const params = { view, ...(parent !== undefined && { parent }) };
    return (await server.request('agentEnvelopes/runs/nodes', params))?.nodes ?? [];
  };
  const roots = await requestChildren();
  const all = await Promise.all(roots.map(node => (node.is === 'folder' ? requestChildren(node.id) : [node])));
  return all.flat().filter(({ is, run }) => is === 'run' && run !== undefined);
}

// Always shown: the server filters by more fields than the list contains.
function createChoice({ label, description, run }: TreeNode): QuickPickItem & { run?: string } {
  return {
    label,
    alwaysShow: true,
    ...(description && { description }),
    ...(run !== undefined && { run }),
  };
}
