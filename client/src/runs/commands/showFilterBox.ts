import { commands, type QuickPickItem, ThemeIcon } from 'vscode';
import { RUN_FILTER, type RunFilterAnswer, type RunFilterParams } from '../../../../server/src/shared/protocol';
import { debounce } from '../../debounce';
import { createPicker } from '../../messages/notify';
import type { Server } from '../../server/createServer';
import { RUNS_VIEW } from '../runsTree';
import type { ViewState } from '../viewState';

/**
 * Asks for a filter, offers completions, and updates the tree at every key. Enter keeps the filter, Escape restores the
 * previous one.
 */
export async function showFilterBox(server: Server, state: ViewState): Promise<void> {
  await commands.executeCommand(`${RUNS_VIEW}.focus`);
  const before = state.view.filter;
  const box = createPicker<FilterItem>();
  box.title = 'Filter Runs';
  box.placeholder = 'Words of a run, its files or steps, or a key such as status:failed';
  box.value = before;
  // The tree can be browsed meanwhile.
  box.ignoreFocusOut = true;
  const apply = (filter: string) => {
    if (filter !== state.view.filter) state.change({ filter });
  };
  const look = async () => {
    const filter = box.value;
    apply(filter.trim());
    const params: RunFilterParams = { filter };
    const answer = await server.request<RunFilterAnswer | null>(RUN_FILTER, params).catch(() => null);
    if (filter === box.value) box.offer(createItems(filter, answer));
  };
  const soon = debounce(100, () => void look());
  let kept = false;
  const onValue = () => {
    // Enter accepts the typed filter until there is another choice.
    box.offer(createItems(box.value, null));
    soon();
  };
  box.onDidChangeValue(onValue);
  box.onDidAccept(() => {
    const completed = box.selectedItems[0]?.completed;
    if (completed === undefined) {
      kept = true;
      box.hide();
    } else {
      box.value = completed;
      onValue();
    }
  });
  box.onDidHide(() => {
    soon.dispose();
    apply(kept ? box.value.trim() : before);
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
  // The server chooses the items: the box must not filter them.
  const alwaysShow = true;
  const { fault, shown, total, completions } = answer ?? { shown: 0, total: 0, completions: [] };
  const found = answer && !fault ? `${shown.toLocaleString('en')} of ${total.toLocaleString('en')} runs` : undefined;
  return [
    {
      label: filter.trim() || 'All Runs',
      iconPath: new ThemeIcon(fault === undefined ? 'filter' : 'error'),
      ...(found !== undefined && { description: found }),
      ...(fault !== undefined && { detail: fault }),
      alwaysShow,
    },
    ...completions.map(({ label, description, filter: completed }) => ({ label, description, completed, alwaysShow })),
  ];
}
