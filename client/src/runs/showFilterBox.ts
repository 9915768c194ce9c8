import { commands, l10n, type QuickPickItem, ThemeIcon } from 'vscode';
import {
  formatNumber,
  type RunFilterAnswer,
  type RunGroup,
  type RunSort,
} from '../../../server/src/shared/lspExtensions';
import type { Server } from '../createServer';
import { debounce } from '../debounce';
import { createPicker, pickOne } from '../messages/notify';
import { RUNS_VIEW } from './runsTree';
import { GROUPS, type RunsViewOptions, SORTS } from './runsViewOptions';

/**
 * Asks the user for a filter of workflow runs, offers completions, and updates the tree of runs at each keystroke. Enter keeps the filter, Escape
 * restores the previous one.
 */
export async function showFilterBox(server: Server, state: RunsViewOptions): Promise<void> {
  await commands.executeCommand(`${RUNS_VIEW}.focus`);
  const previousFilter = state.view.filter;
  const box = createPicker<FilterItem>();
  box.title = l10n.t('Filter Runs');
  box.placeholder = l10n.t('Words of a run or its messages, or a key such as status:failed');
  box.value = previousFilter;
  // Lets the user browse the tree while the box is open.
  box.ignoreFocusOut = true;
  const apply = (filter: string) => {
    if (filter !== state.view.filter) state.change({ filter });
  };
  const update = async () => {
    const filter = box.value;
    apply(filter.trim());
    const answer = await server.request('agentEnvelopes/runs/filter', { filter }).catch(() => null);
    if (filter === box.value) box.offer(createItems(filter, answer));
  };
  const scheduleUpdate = debounce(100, () => void update());
  let isAccepted = false;
  const onValue = () => {
    // Enter accepts the typed filter until the server offers completions.
    box.offer(createItems(box.value, null));
    scheduleUpdate();
  };
  box.onDidChangeValue(onValue);
  box.onDidAccept(() => {
    const completed = box.selectedItems[0]?.completed;
    if (completed === undefined) {
      isAccepted = true;
      box.hide();
    } else {
      box.value = completed;
      onValue();
    }
  });
  box.onDidHide(() => {
    scheduleUpdate.dispose();
    apply(isAccepted ? box.value.trim() : previousFilter);
    box.dispose();
  });
  onValue();
  box.show();
}

interface FilterItem extends QuickPickItem {
  /** The completed filter; absent for items that keep the filter. */
  completed?: string;
}

function createItems(filter: string, answer: RunFilterAnswer | null): FilterItem[] {
  // The box must not filter the items, since the server chooses them.
  const alwaysShow = true;
  const { fault, shown, total, completions } = answer ?? { shown: 0, total: 0, completions: [] };
  const found = answer && !fault ? l10n.t('{0} of {1} runs', formatNumber(shown), formatNumber(total)) : undefined;
  return [
    {
      label: filter.trim() || l10n.t('All Runs'),
      iconPath: new ThemeIcon(fault === undefined ? 'filter' : 'error'),
      ...(found !== undefined && { description: found }),
      ...(fault !== undefined && { detail: fault }),
      alwaysShow,
    },
    ...completions.map(({ label, description, filter: completed }) => ({ label, description, completed, alwaysShow })),
  ];
}

/** Asks how to group the runs. */
export async function pickGroup(state: RunsViewOptions): Promise<void> {
  const group = await pickKey<RunGroup>(GROUPS, state.view.group, l10n.t('Group runs by…'));
  if (group) state.change({ group });
}

/** Asks how to sort the runs. */
export async function pickSort(state: RunsViewOptions): Promise<void> {
  const sort = await pickKey<RunSort>(SORTS, state.view.sort, l10n.t('Sort runs by…'));
  if (sort) state.change({ sort });
}

async function pickKey<K extends string>(
  labels: Record<K, string>,
  current: K,
  placeHolder: string,
): Promise<K | undefined> {
  const entries = Object.entries(labels) as [K, string][];
  const items = entries.map(([key, label]): QuickPickItem & { key: K } => ({
    key,
    label,
    ...(key === current && { description: l10n.t('now') }),
  }));
  return (await pickOne(items, { placeHolder }))?.key;
}
