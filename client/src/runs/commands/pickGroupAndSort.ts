import type { QuickPickItem } from 'vscode';
import type { RunGroup, RunSort } from '../../../../server/src/shared/protocol';
import { pickOne } from '../../messages/notify';
import { GROUPS, SORTS, type ViewState } from '../viewState';

/** Asks how to group the runs. */
export async function pickGroup(state: ViewState): Promise<void> {
  const group = await pickKey<RunGroup>(GROUPS, state.view.group, 'Group runs by…');
  if (group) state.change({ group });
}

/** Asks how to sort the runs. */
export async function pickSort(state: ViewState): Promise<void> {
  const sort = await pickKey<RunSort>(SORTS, state.view.sort, 'Sort runs by…');
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
    ...(key === current && { description: 'now' }),
  }));
  return (await pickOne(items, { placeHolder }))?.key;
}
