import type { ReplayOverview } from '../../../server/src/protocol';
import { useReplay } from '../replay/replay';
import { Icon } from '../ui/Icon';
import { RUN_STATUSES } from '../ui/runStatuses';
import { SearchBox } from './SearchBox';

type RunStatus = ReplayOverview['run']['status'];
type ProblemCounts = ReplayOverview['run']['problems'];

/** Which run it is, what became of it, and what can be done with all of it. */
export function Header() {
  const replay = useReplay();
  const { overview, siblings, host, tab, dialog } = replay;
  if (!overview.value) return null;
  const { run, has } = overview.value;
  const facts = [
    counted(run.steps, 'step'),
    run.agents > 0 && counted(run.agents, 'agent'),
    run.started,
    run.took,
    run.family,
  ];
  return (
    <header class="header">
      <h1 class="run-id" data-testid="run-id" title={run.id}>
        {siblings.value.length > 1 ? <RunChoice /> : run.id}
      </h1>
      {run.title !== run.id && (
        <span class="run-title" data-testid="run-title" title={run.title} dir="auto">
          {run.title}
        </span>
      )}
      <StatusChip status={run.status} />
      <ProblemsChip problems={run.problems} />
      <span class="quiet facts">{facts.filter(Boolean).join(' · ')}</span>
      <span class="spring" />
      <SearchBox />
      {host.is === 'editor' && (
        <>
          {has.others && (
            <button
              type="button"
              class="plain-button"
              title="Compare with another run (c)"
              onClick={() => (tab.value = 'compare')}
            >
              <Icon name="git-compare" /> Compare…
            </button>
          )}
          <button
            type="button"
            class="plain-button"
            title="Export this run (x)"
            onClick={() => (dialog.value = 'export')}
          >
            <Icon name="export" /> Export…
          </button>
        </>
      )}
    </header>
  );
}

/** The runs of one file. */
function RunChoice() {
  const { siblings, host, overview } = useReplay();
  return (
    <select
      class="run-choice"
      aria-label="Run of this file"
      value={overview.value?.run.key}
      onChange={event => host.tell({ type: 'openRun', run: event.currentTarget.value })}
    >
      {siblings.value.map(({ key, title }) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </select>
  );
}

function StatusChip({ status }: { status: RunStatus }) {
  const { name, tone } = RUN_STATUSES[status];
  return (
    <span class={`chip ${tone}`} data-testid="run-status">
      <Icon name={name} />
      {status === 'unknown' ? 'outcome unknown' : status}
    </span>
  );
}

function ProblemsChip({ problems: { error, warning, info } }: { problems: ProblemCounts }) {
  const replay = useReplay();
  const total = error + warning + info;
  if (total === 0) return null;
  const all = [
    error > 0 && counted(error, 'error'),
    warning > 0 && counted(warning, 'warning'),
    info > 0 && `${info} info`,
  ];
  return (
    <button
      type="button"
      class={`chip plain-button ${error > 0 ? 'bad' : 'warn'}`}
      title={`${all.filter(Boolean).join(', ')}: go to the next (p)`}
      data-testid="run-problems"
      onClick={() => replay.goToNext('problem')}
    >
      <Icon name={error > 0 ? 'error' : 'warning'} />
      {counted(total, 'problem')}
    </button>
  );
}

function counted(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}
