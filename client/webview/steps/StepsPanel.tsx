import { useComputed, useSignal } from '@preact/signals';
import { useReplayModel } from '../model/replayModel';
import { Icon } from '../ui/Icon';
import { Outline } from './Outline';
import { SearchMatches } from './SearchMatches';
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
