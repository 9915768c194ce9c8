import { type Disposable, EventEmitter, type ExtensionContext, l10n, workspace } from 'vscode';
import type { RunGroup, RunSort, RunView } from '../../../server/src/shared/lspExtensions';
import { setContext } from '../messages/failureReporter';

/** The ways to group the tree of workflow runs, with the texts from which the user chooses. */
export const GROUPS: Record<RunGroup, string> = {
  none: l10n.t('Nothing'),
  family: l10n.t('Family'),
  day: l10n.t('Day'),
  status: l10n.t('Status'),
  agent: l10n.t('Agent'),
  conversation: l10n.t('Conversation'),
};

export const SORTS: Record<RunSort, string> = {
  newest: l10n.t('Newest First'),
  oldest: l10n.t('Oldest First'),
  failed: l10n.t('Failed First'),
  name: l10n.t('Name'),
  problems: l10n.t('Most Problems First'),
  duration: l10n.t('Longest First'),
};

/** The user's filter, grouping and order of the tree of workflow runs, and whether the tree follows the cursor. */
export interface RunsViewOptions {
  readonly view: RunView;
  /** Whether the tree follows the cursor. */
  readonly following: boolean;
  change(change: Partial<RunView>): void;
  follow(following: boolean): void;
  onDidChange(listener: () => void): Disposable;
}

/** Saves grouping, sorting and following with the workspace. Does not save the filter, which would hide later runs. */
export function createRunsViewOptions({ workspaceState, subscriptions }: ExtensionContext): RunsViewOptions {
  const changed = new EventEmitter<void>();
  subscriptions.push(changed);
  let view: RunView = {
    filter: '',
    group: knownKey(GROUPS, workspaceState.get(GROUP)) ?? 'none',
    sort: knownKey(SORTS, workspaceState.get(SORT)) ?? 'newest',
    hidesServices: hidesServices(),
  };
  let following = workspaceState.get(FOLLOWING) === true;
  setContext('runs.following', following);
  subscriptions.push(
    workspace.onDidChangeConfiguration(event => {
      if (!event.affectsConfiguration(`agentEnvelopes.${HIDE_SERVICES}`)) return;
      view = { ...view, hidesServices: hidesServices() };
      changed.fire();
    }),
  );
  return {
    get view() {
      return view;
    },
    get following() {
      return following;
    },
    change(change) {
      view = { ...view, ...change };
      setContext('runs.filtered', view.filter !== '');
      if (change.group) void workspaceState.update(GROUP, view.group);
      if (change.sort) void workspaceState.update(SORT, view.sort);
      changed.fire();
    },
    follow(isFollowing) {
      following = isFollowing;
      setContext('runs.following', isFollowing);
      void workspaceState.update(FOLLOWING, isFollowing);
    },
    onDidChange: changed.event,
  };
}

const GROUP = 'runs.group';
const SORT = 'runs.sort';
const FOLLOWING = 'runs.following';

const HIDE_SERVICES = 'runs.hideServiceTraces';

function hidesServices(): boolean {
  return workspace.getConfiguration('agentEnvelopes').get(HIDE_SERVICES) !== false;
}

// The stored value may come from another version of the extension.
function knownKey<K extends string>(known: Record<K, string>, stored: unknown): K | undefined {
  return Object.keys(known).find((key): key is K => key === stored);
}
