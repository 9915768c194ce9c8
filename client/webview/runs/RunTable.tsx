import { t } from '../../../server/src/shared/l10n';
import type { RunRow } from '../../../server/src/shared/runsPageQuestions';
import { Icon } from '../ui/Icon';
import { moveFocus } from '../ui/moveFocus';
import { agentCount, numberText, problemCountsText, stepCount } from '../ui/numberTexts';
import { RUN_STATUS_LOOKS, runStatusText } from '../ui/runFacts';
import { runHash } from './runUrlHash';
import './RunTable.css';

interface RunTableProps {
  rows: readonly RunRow[];
  total: number;
  zone: string;
  more(): void;
}

/** Shows the list of workflow runs as a table with one run per row. A click on a run's title opens the run. */
export function RunTable({ rows, total, zone, more }: RunTableProps) {
  return (
    <>
      <table class="runs-table" data-testid="runs-table">
        <thead>
          <tr>
            <th scope="col">{t`Run`}</th>
            <th scope="col">{t`Status`}</th>
            <th scope="col">{zone === '' ? t`Started` : t`Started (${zone})`}</th>
            <th scope="col">{t`Took`}</th>
            <th scope="col" class="number">
              {t`Steps`}
            </th>
            <th scope="col" class="number">
              {t`Tokens`}
            </th>
            <th scope="col" class="number">
              {t`Cost`}
            </th>
            <th scope="col">{t`Problems`}</th>
          </tr>
        </thead>
        <tbody onKeyDown={event => moveFocus(event, '.run-link')}>
          {rows.map(run => (
            <Row key={run.key} run={run} />
          ))}
        </tbody>
      </table>
      {rows.length < total && (
        <p class="runs-more">
          <button type="button" class="button secondary" data-testid="more-runs" onClick={more}>
            {t`Show ${numberText(total - rows.length)} more`}
          </button>
        </p>
      )}
    </>
  );
}

function Row({ run }: { run: RunRow }) {
  const { name, tone } = RUN_STATUS_LOOKS[run.status];
  const [file] = run.files;
  const about = [run.mark, run.family, run.agents > 1 && agentCount(run.agents), file];
  const figures = [
    runStatusText(run),
    run.started,
    run.took,
    stepCount(run.steps),
    run.tokens !== undefined && t`${run.tokens} tokens`,
    run.cost,
    problemsOf(run),
  ];
  return (
    <tr data-testid="run">
      <th scope="row">
        <a class="run-link" href={runHash({ run: run.key })} dir="auto">
          {run.title}
        </a>
        {run.isLive && <span class="chip live">{t`live`}</span>}
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
      <td class="number">{numberText(run.steps)}</td>
      <td class="number">{run.tokens}</td>
      <td class="number">{run.cost}</td>
      <td>{problemsOf(run)}</td>
    </tr>
  );
}

function problemsOf({ problems }: RunRow): string | undefined {
  const text = problemCountsText(problems);
  return text === '' ? undefined : text;
}
