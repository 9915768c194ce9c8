import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Comparison, RunBrief } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { useAnswer } from '../model/useAnswer';
import { Icon } from '../ui/Icon';
import { AlignedSteps } from './AlignedSteps';
import { ComparedMetrics } from './ComparedMetrics';
import { changeLooks, countText } from './changeLooks';
import { RunStatusIcon } from './RunStatusIcon';
import './changeSign.css';
import './RunComparison.css';

/** Two runs side by side: their metrics, and their aligned steps. */
export function RunComparison({ other }: { other: string }) {
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
        <p class="nothing">{fault ?? 'Comparing the runs…'}</p>
        <p class="compare-back">
          <button type="button" class="button secondary" onClick={end}>
            Choose another run
          </button>
        </p>
      </div>
    );
  }
  return (
    <div class="compare" data-testid="compared">
      <header class="compare-runs">
        <RunHead run={comparison.one} about="This run" />
        <RunHead run={comparison.other} about="Compared with">
          <button
            type="button"
            class="link-button"
            aria-label={`Open ${comparison.other.id}`}
            onClick={() => replay.host.send({ type: 'openRun', run: comparison.other.key })}
          >
            Open
          </button>
          <button type="button" class="plain-button" aria-label="Close Comparison" onClick={end}>
            <Icon name="close" />
          </button>
        </RunHead>
      </header>
      <ComparedMetrics metrics={comparison.metrics} />
      <Filter
        counts={comparison.counts}
        changes={comparison.changes}
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

interface FilterProps extends Pick<Comparison, 'counts' | 'changes'> {
  only: 'all' | 'different';
  choose(only: 'all' | 'different'): void;
}

/** The numbers of equal and different steps; filters by either. */
function Filter({ counts, changes, only, choose }: FilterProps) {
  const different = counts.changed + counts.added + counts.missing;
  return (
    <div class="compare-filter" role="group" aria-label="Steps shown">
      <button type="button" class="plain-button" aria-pressed={only === 'all'} onClick={() => choose('all')}>
        All {counts.same + different}
      </button>
      <button
        type="button"
        class="plain-button"
        aria-pressed={only === 'different'}
        data-testid="only-different"
        onClick={() => choose('different')}
      >
        Different {different}
      </button>
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
          differing in {changes.map(({ what, rows }) => `${what} (${rows})`).join(', ')}
        </span>
      )}
    </div>
  );
}
