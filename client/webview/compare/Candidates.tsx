import type { RunBrief } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { useAnswer } from '../model/useAnswer';
import { Icon } from '../ui/Icon';
import { RunStatusIcon } from './RunStatusIcon';
import './RunComparison.css';
import './Candidates.css';

/** The runs to compare with, most similar first. */
export function Candidates() {
  const replay = useReplayModel();
  const { value: runs, fault } = useAnswer(replay.answers, 'candidates', {});
  return (
    <div class="compare candidates" data-testid="candidates">
      <header class="compare-head">
        <h2>Compare with Another Run</h2>
        <button type="button" class="button secondary" onClick={() => replay.host.send({ type: 'pickOther' })}>
          Choose…
        </button>
      </header>
      {!runs && <p class="nothing">{fault ?? 'Looking for similar runs…'}</p>}
      {runs?.length === 0 && <p class="nothing">No other runs in this workspace.</p>}
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
  const facts = [
    run.started,
    `${run.steps} ${run.steps === 1 ? 'step' : 'steps'}`,
    `${run.agents} ${run.agents === 1 ? 'agent' : 'agents'}`,
    run.took,
    run.family,
  ];
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
      <button type="button" class="button secondary" aria-label={`Compare with ${run.id}`} onClick={compare}>
        <Icon name="git-compare" /> Compare
      </button>
    </li>
  );
}
