import type { QuickPickItem } from 'vscode';
import {
  REPLAY,
  type ReplayParams,
  RUN_NODES,
  type RunBrief,
  type RunNodesParams,
  type TreeNode,
  type TreeNodes,
} from '../../../../server/src/shared/protocol';
import { debounce } from '../../debounce';
import { createPicker, pickOne, showInformation } from '../../messages/notify';
import type { Server } from '../../server/createServer';
import type { ReplayServices } from '../page/replayServices';
import { type RunChoice, runChoice } from './runTitles';

/** Asks for one of these runs. Returns its key; undefined where the user cancels. */
export async function pickFromRuns(runs: readonly RunBrief[], placeHolder: string): Promise<string | undefined> {
  const items = runs.map((run): RunChoice & { key: string } => ({ ...runChoice(run), key: run.key }));
  const chosen = await pickOne(items, { placeHolder, matchOnDescription: true, matchOnDetail: true });
  return chosen?.key;
}

/** Asks for a run to compare another with, the most similar first. */
export async function pickCandidate(server: Server, run: string): Promise<string | undefined> {
  const asked: ReplayParams<'candidates'> = { run, question: 'candidates', params: {} };
  const candidates = (await server.request<RunBrief[] | null>(REPLAY, asked)) ?? [];
  if (candidates.length > 0) return pickFromRuns(candidates, 'Select a run to compare with');
  void showInformation('No other runs in this workspace to compare with.');
  return undefined;
}

/** Asks for any run of the workspace; the typed text is a filter like that of the tree of runs. */
export function pickRun(
  { server, runs }: Pick<ReplayServices, 'server' | 'runs'>,
  placeholder: string,
  onTrouble: (error: unknown) => void,
): Promise<string | undefined> {
  const pick = createPicker<QuickPickItem & { run?: string }>();
  pick.placeholder = placeholder;
  let asked = 0;
  let shown = '';
  const list = async () => {
    const own = ++asked;
    pick.busy = true;
    const nodes = await runNodes(server, pick.value).catch(error => {
      onTrouble(error);
      return [];
    });
    if (own !== asked) return;
    pick.busy = false;
    const items = nodes.length > 0 ? nodes.map(createChoice) : [{ label: NONE, alwaysShow: true }];
    // Setting the same items again would reset the selection.
    const text = JSON.stringify(items);
    if (text !== shown) pick.offer(items);
    shown = text;
  };
  const soon = debounce(100, () => void list());
  // A list that is opened while the workspace is being read grows.
  const listening = runs.onDidChange(() => soon());
  return new Promise(resolve => {
    pick.onDidChangeValue(() => soon());
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (chosen?.run === undefined) return;
      resolve(chosen.run);
      pick.hide();
    });
    pick.onDidHide(() => {
      asked++;
      listening.dispose();
      soon.dispose();
      pick.dispose();
      resolve(undefined);
    });
    pick.show();
    void list();
  });
}

const NONE = 'No runs match the filter';

/** Some runs, the newest first. In a workspace of several folders they are below the folders. */
async function runNodes(server: Server, filter: string): Promise<TreeNode[]> {
  const view: RunNodesParams['view'] = { filter, group: 'none', sort: 'newest' };
  const below = async (parent?: string) => {
    const params: RunNodesParams = { view, ...(parent !== undefined && { parent }) };
    return (await server.request<TreeNodes | null>(RUN_NODES, params))?.nodes ?? [];
  };
  const roots = await below();
  const all = await Promise.all(roots.map(node => (node.is === 'folder' ? below(node.id) : [node])));
  return all.flat().filter(({ is, run }) => is === 'run' && run !== undefined);
}

// The server has filtered by the typed text, in more fields than are shown here.
function createChoice({ label, description, run }: TreeNode): QuickPickItem & { run?: string } {
  return {
    label,
    alwaysShow: true,
    ...(description && { description }),
    ...(run !== undefined && { run }),
  };
}
