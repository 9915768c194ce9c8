import type { RunRow } from '../../../server/src/shared/runsPageQuestions';
import { Icon } from '../ui/Icon';
import { moveFocus } from '../ui/moveFocus';
import { pluralize } from '../ui/numberTexts';
import { RUN_STATUS_LOOKS, runStatusText } from '../ui/runFacts';
import { runHash } from './runUrlHash';
import './RunTable.css';

/** The runs, one in each row; the title of a row opens its run. */
export function RunTable({ rows, total, more }: { rows: readonly RunRow[]; total: number; more(): void }) {
  return (
    <>
      <table class="runs-table" data-testid="runs-table">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Status</th>
            <th scope="col">Started</th>
            <th scope="col">Took</th>
            <th scope="col" class="number">
              Steps
            </th>
            <th scope="col" class="number">
              Tokens
            </th>
            <th scope="col" class="number">
              Cost
            </th>
            <th scope="col">Problems</th>
          </tr>
        </thead>
        <tbody onKeyDown={event => moveFocus(event, '.run-link') && event.preventDefault()}>
          {rows.map(run => (
            <Row key={run.key} run={run} />
          ))}
        </tbody>
      </table>
      {rows.length < total && (
        <p class="runs-more">
          <button type="button" class="button secondary" data-testid="more-runs" onClick={more}>
            Show {(total - rows.length).toLocaleString('en')} more
          </button>
        </p>
      )}
    </>
  );
}

function Row({ run }: { run: RunRow }) {
  const { name, tone } = RUN_STATUS_LOOKS[run.status];
  const [file] = run.files;
  const about = [run.mark, run.family, run.agents > 1 && pluralize(run.agents, 'agent'), file];
  const figures = [
    runStatusText(run),
    run.started,
    run.took,
    pluralize(run.steps, 'step'),
    run.tokens !== undefined && `${run.tokens} tokens`,
    run.cost,
    problemsOf(run),
  ];
  return (
    <tr data-testid="run">
      <th scope="row">
        <a class="run-link" href={runHash({ run: run.key })} dir="auto">
          {run.title}
        </a>
        {run.isLive && <span class="chip live">live</span>}
        {run.reason !== undefined && run.reason !== run.title && (
          <div class={`run-why ${tone}`}>
            <bdi>{run.reason}</bdi>
          </div>
        )}
        <div class="run-about quiet" title={run.files.join('\n')}>
          <bdi>{about.filter(Boolean).join(' · ')}</bdi>
        </div>
        <div class="run-figures quiet">
          <Icon name={name} tone={tone} /> {figures.filter(Boolean).join(' · ')}
        </div>
      </th>
      <td>
        <span class={`run-state ${tone}`}>
          <Icon name={name} tone={tone} /> {runStatusText(run)}
        </span>
      </td>
      <td>{run.started}</td>
      <td>{run.took}</td>
      <td class="number">{run.steps.toLocaleString('en')}</td>
      <td class="number">{run.tokens}</td>
      <td class="number">{run.cost}</td>
      <td>{problemsOf(run)}</td>
    </tr>
  );
}

function problemsOf({ problems: { error, warning, info } }: RunRow): string | undefined {
  const counts = [
    error > 0 && pluralize(error, 'error'),
    warning > 0 && pluralize(warning, 'warning'),
    info > 0 && `${info} info`,
  ].filter(Boolean);
  return counts.length > 0 ? counts.join(', ') : undefined;
}
