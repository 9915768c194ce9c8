import type { LanesBy } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { lanesChoices } from '../model/timelineViewport';
import { commands } from '../shell/commands';
import './LanesChoice.css';

/** Chooses what the steps of a lane have in common; nothing where there is no choice. */
export function LanesChoice() {
  const { timeline, overview } = useReplayModel();
  const choices = lanesChoices(overview.value?.lanes);
  if (choices.length < 2) return null;
  return (
    <label class="lanes-choice quiet">
      <span class="read-aloud">Lanes</span>
      <select
        class="plain-select"
        data-testid="lanes"
        title={`${commands.lanes.title} (${commands.lanes.keys[0]})`}
        value={timeline.lanesBy.value}
        onChange={event => (timeline.chosenLanes.value = event.currentTarget.value as LanesBy)}
      >
        {choices.map(by => (
          <option key={by} value={by}>
            by {by}
          </option>
        ))}
      </select>
    </label>
  );
}
