import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../../../server/src/shared/l10n';
import type { Comparison, RunBrief } from '../../../server/src/shared/lspExtensions';
import { statusWord } from '../../../server/src/shared/statusWord';
import { useAnswer } from '../model/answerCache';
import { useReplayModel } from '../model/replayModel';
import { Icon } from '../ui/Icon';
import { stopScrollKeys } from '../ui/moveFocus';
import { agentCount, stepCount } from '../ui/numberTexts';
import { PressButton } from '../ui/PressButton';
import { RUN_STATUS_LOOKS } from '../ui/runFacts';
import { AlignedSteps, changeLooks, countText, differenceName } from './AlignedSteps';
import './changeSign.css';
import './RunStatusIcon.css';
import './RunComparison.css';
import './Candidates.css';
import './compareTable.css';
import './ComparedMetrics.css';

/** Compares a workflow run with another one: first a choice of runs, then both side by side. */
export function CompareTab() {
  const { host, comparedWith } = useReplayModel();
  if (host.is === 'file') return <p class="nothing">{t`Runs can be compared in the editor.`}</p>;
  const other = comparedWith.value;
  return other === undefined ? <Candidates /> : <RunComparison key={other} other={other} />;
}

/** Two runs side by side: their metrics, and their aligned steps. */
function RunComparison({ other }: { other: string }) {
  const replay = useReplayModel();
  const only = useSignal<'all' | 'different'>('all');
  const { value: comparison, fault } = useAnswer(replay.answers, 'compare', {
    with: other,
    only: 'all',
    from: 0,
    count: 1,
  });
  const end = () => {
    replay.comparedWith.value = undefined;
  };
  if (!comparison || fault !== undefined) {
    return (
      <div class="compare">
        <p class="nothing">{fault ?? t`Comparing the runs…`}</p>
        <p class="compare-back">
          <button type="button" class="button secondary" onClick={end}>
            {t`Choose another run`}
          </button>
        </p>
      </div>
    );
  }
  return (
    <div class="compare" data-testid="compared">
      <header class="compare-runs">
        <RunHead run={comparison.one} about={t`This run`} />
        <RunHead run={comparison.other} about={t`Compared with`}>
          <button
            type="button"
            class="link-button"
            aria-label={t`Open ${comparison.other.id}`}
            onClick={() => replay.host.send({ type: 'openRun', run: comparison.other.key })}
          >
            {t`Open`}
          </button>
          <button type="button" class="plain-button" aria-label={t`Close Comparison`} onClick={end}>
            <Icon name="close" />
          </button>
        </RunHead>
      </header>
      <ComparedMetrics metrics={comparison.metrics} />
      <Filter
        counts={comparison.counts}
        changes={comparison.changes}
        uncompared={comparison.uncompared}
        only={only.value}
        choose={wanted => (only.value = wanted)}
      />
      <AlignedSteps key={only.value} other={other} only={only.value} />
    </div>
  );
}

function RunHead({ run, about, children }: { run: RunBrief; about: string; children?: ComponentChildren }) {
  return (
    <div class="compare-run">
      <span class="quiet compare-about">{about}</span>
      <RunStatusIcon status={run.status} />
      <strong dir="auto" title={run.files.join('\n')}>
        {run.id}
      </strong>
      <span class="quiet compare-title" dir="auto" title={run.title}>
        {run.started ?? run.title}
      </span>
      {children}
    </div>
  );
}

interface FilterProps extends Pick<Comparison, 'counts' | 'changes' | 'uncompared'> {
  only: 'all' | 'different';
  choose(only: 'all' | 'different'): void;
}

/** The numbers of equal and different steps; filters by either. */
function Filter({ counts, changes, uncompared, only, choose }: FilterProps) {
  const different = counts.changed + counts.added + counts.missing;
  const listText = (fields: Comparison['changes']) =>
    fields.map(({ what, rows }) => `${differenceName(what)} (${rows})`).join(', ');
  return (
    <div class="compare-filter" role="group" aria-label={t`Steps shown`}>
      <PressButton isPressed={only === 'all'} press={() => choose('all')}>
        {t`All ${counts.same + different}`}
      </PressButton>
      <PressButton id="only-different" isPressed={only === 'different'} press={() => choose('different')}>
        {t`Different ${different}`}
      </PressButton>
      <span class="compare-counts">
        {(['same', 'changed', 'added', 'missing'] as const).map(is => (
          <span key={is} class={`chip change-${is}`}>
            <Icon name={changeLooks[is].icon} />
            {countText(is, counts[is])}
          </span>
        ))}
      </span>
      {changes.length > 0 && (
        <span class="quiet" data-testid="changes-at-a-glance">
          {t`differing in ${listText(changes)}`}
        </span>
      )}
      {uncompared.length > 0 && (
        <span class="quiet">{t`not compared, as an export does not have it: ${listText(uncompared)}`}</span>
      )}
    </div>
  );
}

/** The metrics of both runs, with the better of each pair marked. */
function ComparedMetrics({ metrics }: { metrics: Comparison['metrics'] }) {
  if (metrics.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where there is little room, and must by keys
    <section class="compare-metrics" aria-label={t`Metrics of both runs`} tabIndex={0} onKeyDown={stopScrollKeys}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Metric`}</th>
            <th scope="col">{t`This run`}</th>
            <th scope="col">{t`Other run`}</th>
          </tr>
        </thead>
        <tbody>
          {metrics.map(({ name, one, other, better }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <Value text={one} isBetter={better === 'one'} />
              <Value text={other} isBetter={better === 'other'} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Value({ text, isBetter }: { text: string; isBetter: boolean }) {
  return (
    <td class={isBetter ? 'better' : undefined}>
      {text}
      {isBetter && (
        <span class="better-mark">
          <Icon name="pass" tone="good" /> {t`better`}
        </span>
      )}
    </td>
  );
}

/** The runs to compare with, most similar first. */
function Candidates() {
  const replay = useReplayModel();
  const { value: runs, fault } = useAnswer(replay.answers, 'candidates', {});
  return (
    <div class="compare candidates" data-testid="candidates">
      <header class="compare-head">
        <h2>{t`Compare with Another Run`}</h2>
        {replay.host.is === 'editor' && (
          <button type="button" class="button secondary" onClick={() => replay.host.send({ type: 'pickOther' })}>
            {t`Choose…`}
          </button>
        )}
      </header>
      {!runs && <p class="nothing">{fault ?? t`Looking for similar runs…`}</p>}
      {runs?.length === 0 && <p class="nothing">{t`There are no other runs.`}</p>}
      {runs && runs.length > 0 && (
        <ul>
          {runs.map(run => (
            <Candidate key={run.key} run={run} compare={() => (replay.comparedWith.value = run.key)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Candidate({ run, compare }: { run: RunBrief; compare(): void }) {
  const facts = [run.started, stepCount(run.steps), agentCount(run.agents), run.took, run.family];
  return (
    <li class="candidate">
      <RunStatusIcon status={run.status} />
      <div class="candidate-text">
        <div class="candidate-title">
          <strong dir="auto">{run.title}</strong>
          {run.title !== run.id && (
            <span class="quiet" dir="auto">
              {run.id}
            </span>
          )}
        </div>
        <div class="quiet candidate-facts" title={run.files.join('\n')}>
          {facts.filter(Boolean).join(' · ')}
        </div>
      </div>
      <button type="button" class="button secondary" aria-label={t`Compare with ${run.id}`} onClick={compare}>
        <Icon name="git-compare" /> {t`Compare`}
      </button>
    </li>
  );
}

/** The icon of a run's status. */
function RunStatusIcon({ status }: { status: RunBrief['status'] }) {
  const { name, tone } = RUN_STATUS_LOOKS[status];
  const text = statusWord(status);
  return (
    <span class="run-status" title={text}>
      <Icon name={name} tone={tone} />
      <span class="read-aloud">{text}</span>
    </span>
  );
}
