import type { FailedStep } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { laneColour } from '../ui/laneColour';
import { moveFocus } from '../ui/moveFocus';
import { useRowWindow } from '../ui/useRowWindow';
import { VirtualList } from '../ui/VirtualList';
import { OutcomeIcon } from './StepIcons';
import './stepButton.css';
import './FailedSteps.css';

/** Pixels: one line for the step, two for the reason; rows are measured. */
const ROW_HEIGHT = 68;

/** The failed steps as a list of links. */
export function FailedSteps() {
  const { answers, step, goTo } = useReplayModel();
  const rows = useRowWindow(answers, 'failedSteps', {});
  if (rows.fault !== undefined) return <p class="nothing">{rows.fault}</p>;
  if (rows.total === 0) return <p class="nothing">No failed steps.</p>;
  return (
    <VirtualList
      class="matches"
      role="list"
      aria-label="Failed steps"
      data-testid="errors"
      count={rows.total ?? 0}
      rowHeight={ROW_HEIGHT}
      measured
      onRange={rows.onRange}
      onKeyDown={event => {
        if (!moveFocus(event, '.match')) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {index => {
        const row = rows.row(index);
        return (
          <div role="listitem">
            {row && (
              <button
                type="button"
                class="match failed-step"
                aria-current={row.step === step.value ? 'step' : undefined}
                onClick={() => goTo(row.step)}
              >
                <FailedLine step={row} />
                <span class="failure" dir="auto" title={row.failure ?? row.title}>
                  {row.failure ?? row.title}
                </span>
              </button>
            )}
          </div>
        );
      }}
    </VirtualList>
  );
}

/** What failed and when, without what the message below it says; the message has all of the width. */
function FailedLine({ step }: { step: FailedStep }) {
  const areSeveral = (useReplayModel().overview.value?.lanes.agent ?? 0) > 1;
  return (
    <span class={`step-line ${laneColour(step.lane)}`}>
      <OutcomeIcon outcome={step.outcome} />
      <span class="step-number">{step.step + 1}</span>
      {areSeveral && <span class="dot" />}
      {areSeveral && step.agent !== undefined && (
        <span class="step-agent" dir="auto" title={step.agent}>
          {step.agent}
        </span>
      )}
      <span class="step-title" dir="auto" title={step.title}>
        {step.failure !== undefined && step.title}
      </span>
      {step.time !== undefined && <span class="step-time">{step.time}</span>}
    </span>
  );
}
