import type { ReplayOverview } from '../../../../server/src/shared/protocol';
import type { ReplayModel } from '../../model/replayModel';
import type { IconName } from '../../ui/Icon';
import type { MenuItem } from '../../ui/MoreMenu';
import { pluralize } from '../../ui/pluralize';
import { commands } from '../commands';
import { shortId } from './runFacts';

/** An action on the whole run: a button in the header, or an item of its menu. */
export interface HeaderAction extends MenuItem {
  /** The button's text. */
  label: string;
  /** Additional text, where there is room. */
  more?: string;
  icon: IconName;
  /** The action with the highest rank is hidden first. */
  rank: number;
  look?: 'id' | 'chip';
}

/** The actions beside the run's facts, and those at the end of the header. */
export function headerActions(replay: ReplayModel): { first: HeaderAction[]; last: HeaderAction[] } {
  const { overview, host } = replay;
  if (!overview.value) return { first: [], last: [] };
  const { run, has } = overview.value;
  const isEditor = host.is === 'editor';
  const copy: HeaderAction = {
    id: 'copy-id',
    title: `Copy ID (${run.id})`,
    label: run.id === run.title ? '' : shortId(run.id),
    icon: 'copy',
    rank: 7,
    look: 'id',
    run() {
      host.send({ type: 'copy', text: run.id });
      replay.announcement.value = 'The id is copied.';
    },
  };
  const compare: HeaderAction = {
    id: 'compare',
    title: 'Compare with Another Run',
    label: 'Compare…',
    icon: 'git-compare',
    keys: 'c',
    rank: 6,
    run: () => commands.compare.run(replay),
  };
  const exporting: HeaderAction = {
    id: 'export',
    title: 'Export This Run',
    label: 'Export…',
    icon: 'export',
    keys: 'x',
    rank: 6,
    run: () => commands.exporting.run(replay),
  };
  return {
    first: [copy, ...problemsAction(replay, run.problems)],
    last: [...(isEditor && has.others ? [compare] : []), ...(isEditor ? [exporting] : [])],
  };
}

/** Problems have a counter badge, since colours show outcomes. */
function problemsAction(
  replay: ReplayModel,
  { error, warning, info }: ReplayOverview['run']['problems'],
): HeaderAction[] {
  const total = error + warning + info;
  if (total === 0) return [];
  const parts = [
    error > 0 && pluralize(error, 'error'),
    warning > 0 && pluralize(warning, 'warning'),
    info > 0 && `${info} info`,
  ];
  return [
    {
      id: 'problems',
      title: `Next Problem (${parts.filter(Boolean).join(', ')})`,
      label: total.toLocaleString('en'),
      more: total === 1 ? 'problem' : 'problems',
      icon: error > 0 ? 'error' : 'warning',
      keys: 'p',
      rank: 4,
      look: 'chip',
      run: () => replay.goToNext('problem'),
    },
  ];
}
