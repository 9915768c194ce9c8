import { useReplayModel } from '../model/replayModel';
import { useAnswer } from '../model/useAnswer';
import { moveFocus } from '../ui/moveFocus';
import { VirtualList } from '../ui/VirtualList';
import { STEP_HEIGHT } from './Outline';
import { StepLine } from './StepLine';
import './stepButton.css';

/** The steps that match the search, as a list. */
export function SearchMatches() {
  const { search, step, goTo } = useReplayModel();
  const matches = search.matches.value;
  if (search.fault.value !== undefined) return <p class="nothing">{search.fault}</p>;
  if (matches.length === 0) return <p class="nothing">{search.searching.value ? 'Searching…' : 'No results found.'}</p>;
  return (
    <VirtualList
      class="matches"
      role="list"
      aria-label="Steps found"
      count={matches.length}
      rowHeight={STEP_HEIGHT}
      reveal={matches.findIndex(match => match.step === step.value)}
      onKeyDown={event => {
        if (!moveFocus(event, '.match')) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {index => {
        const found = matches[index]?.step;
        return (
          <div role="listitem">
            {found !== undefined && (
              <button
                type="button"
                class="match"
                aria-current={found === step.value ? 'step' : undefined}
                onClick={() => goTo(found)}
              >
                <Match key={found} step={found} />
              </button>
            )}
          </div>
        );
      }}
    </VirtualList>
  );
}

function Match({ step }: { step: number }) {
  const { answers } = useReplayModel();
  const { value } = useAnswer(answers, 'step', { step });
  return value ? <StepLine step={value} /> : <span class="step-number">{step + 1}</span>;
}
