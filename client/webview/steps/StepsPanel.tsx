import { useComputed, useSignal } from '@preact/signals';
import { useAnswer } from '../model/answerCache';
import { useReplayModel } from '../model/replayModel';
import { Icon } from '../ui/Icon';
import { moveFocus } from '../ui/moveFocus';
import { VirtualList } from '../ui/VirtualList';
import { Outline, STEP_HEIGHT } from './Outline';
import { StepLine } from './StepLine';
import './stepButton.css';
import './StepsPanel.css';

/** All steps as a tree, or the matches of a search as a list. */
export function StepsPanel() {
  const { search, folded, overview } = useReplayModel();
  const onlyMatches = useSignal(false);
  const isSearched = useComputed(() => search.query.value.trim() !== '').value;
  const hasNested = overview.value?.has.nested ?? false;
  const showsMatches = isSearched && onlyMatches.value;
  return (
    <div class="steps" data-testid="steps">
      {(isSearched || hasNested) && (
        <div class="steps-tools" role="toolbar" aria-label="Steps shown">
          {isSearched && (
            <button
              type="button"
              class="plain-button"
              aria-pressed={onlyMatches.value}
              data-testid="matches-only"
              onClick={() => {
                onlyMatches.value = !onlyMatches.value;
              }}
            >
              <Icon name="filter" /> Matches only <Found />
            </button>
          )}
          <span class="spring" />
          {hasNested && !showsMatches && (
            <>
              <button type="button" class="plain-button" aria-label="Unfold all steps" onClick={folded.unfoldAll}>
                <Icon name="unfold" />
              </button>
              <button type="button" class="plain-button" aria-label="Fold all steps" onClick={folded.foldAll}>
                <Icon name="fold" />
              </button>
            </>
          )}
        </div>
      )}
      {showsMatches ? <SearchMatches /> : <Outline />}
    </div>
  );
}

function Found() {
  const { search } = useReplayModel();
  return <span class="quiet">{search.matches.value.length}</span>;
}

/** The steps that match the search, as a list. */
function SearchMatches() {
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
