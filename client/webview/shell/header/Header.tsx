import type { ReplayOverview } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { Icon } from '../../ui/Icon';
import { MoreMenu } from '../../ui/MoreMenu';
import { RUN_STATUS_LOOKS, runStatusText } from '../../ui/runStatusLooks';
import { useOverflow } from '../../ui/useOverflow';
import { type HeaderAction, headerActions } from './headerActions';
import { RunStatusReason } from './RunStatusReason';
import { RunTitle } from './RunTitle';
import { runFacts } from './runFacts';
import { SearchBox } from './SearchBox';
import '../bar.css';
import './Header.css';

/** The run's title, status and actions; those without room are in a menu. */
export function Header() {
  const replay = useReplayModel();
  const { row, hidden } = useOverflow<HTMLElement>();
  if (!replay.overview.value) return null;
  const { run } = replay.overview.value;
  const facts = runFacts(replay.overview.value);
  const { first, last } = headerActions(replay);
  const unseen = facts.filter(({ id }) => hidden.has(id)).map(({ text }) => text);
  return (
    <>
      <header ref={row} class="header">
        <RunTitle />
        <StatusChip run={run} />
        {facts.map(({ id, rank, text }) => (
          <span key={id} class="quiet row-fact" data-item={id} data-rank={rank}>
            {text}
          </span>
        ))}
        {first.map(action => (
          <ActionButton key={action.id} {...action} />
        ))}
        <span class="spring" />
        <SearchBox />
        {last.map(action => (
          <ActionButton key={action.id} {...action} />
        ))}
        <MoreMenu name="this run" items={[...first, ...last].filter(({ id }) => hidden.has(id))}>
          {unseen.length > 0 && <p class="menu-facts quiet">{unseen.join(' · ')}</p>}
        </MoreMenu>
      </header>
      <RunStatusReason />
    </>
  );
}

function ActionButton({ id, title, label, more, icon, keys, rank, look, run }: HeaderAction) {
  const isId = look === 'id';
  return (
    <button
      type="button"
      class={look === 'chip' ? 'chip plain-button' : 'plain-button'}
      data-item={id}
      data-rank={rank}
      data-testid={`run-${id}`}
      title={keys === undefined ? title : `${title} (${keys})`}
      onClick={run}
    >
      {isId ? <span class="read-aloud">Copy ID </span> : <Icon name={icon} />}
      {label !== '' && <span class={isId ? 'mono quiet' : undefined}>{label}</span>}
      {more !== undefined && <span class="long"> {more}</span>}
      {isId && <Icon name={icon} tone="quiet" />}
    </button>
  );
}

/** Nothing is wrong with a session whose end nobody writes. */
const LAST_STEP = { name: 'history', tone: 'quiet' } as const;

function StatusChip({ run }: Pick<ReplayOverview, 'run'>) {
  const { name, tone } = run.lastStep === undefined ? RUN_STATUS_LOOKS[run.status] : LAST_STEP;
  const words = runStatusText(run);
  return (
    <span class={`chip status-chip ${tone}`} data-testid="run-status" title={words}>
      <Icon name={name} />
      <span class="status-words">{words}</span>
    </span>
  );
}
