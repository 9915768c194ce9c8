import { useReplayModel } from '../model/replayModel';
import { moveFocus } from '../ui/moveFocus';
import { useRowWindow, VirtualList } from '../ui/VirtualList';
import { StepLine } from './StepLine';
import './stepButton.css';
import './FailedSteps.css';

/** Pixels: one line for the step, three for the reason; rows are measured. */
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
                <StepLine step={row} title={row.failure === undefined ? '' : undefined} isShort />
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
