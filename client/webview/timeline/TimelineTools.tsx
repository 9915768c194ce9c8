import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { type Command, commands } from '../shell/commands';
import { Icon, type IconName } from '../ui/Icon';
import { MoreMenu } from '../ui/MoreMenu';
import { useOverflow } from '../ui/useOverflow';
import './Timeline.css';

/** A button, or an item of the menu after it if it has no room. */
interface Tool {
  id: string;
  icon: IconName;
  title: string;
  command: Command;
  pressed?: boolean;
}

/** The controls of the timeline. */
export function TimelineTools() {
  const replay = useReplayModel();
  const { row, hidden } = useOverflow<HTMLDivElement>();
  const tools = toolsOf(replay);
  return (
    <div ref={row} class="timeline-tools" role="group" aria-label="Timeline view">
      {tools.map(({ id, icon, title, command, pressed }, place) => (
        <button
          key={id}
          type="button"
          class="plain-button"
          data-item={id}
          data-rank={place}
          data-testid={id}
          aria-label={`${title} (${command.keys[0]})`}
          aria-pressed={pressed}
          title={`${title} (${command.keys[0]})`}
          onClick={() => command.run(replay)}
        >
          <Icon name={icon} />
        </button>
      ))}
      <MoreMenu
        name="timeline"
        items={tools
          .filter(({ id }) => hidden.has(id))
          .map(({ id, title, command, pressed }) => ({
            id,
            title,
            keys: command.keys[0],
            ...(pressed !== undefined && { checked: pressed }),
            run: () => command.run(replay),
          }))}
      />
    </div>
  );
}

function toolsOf({ timeline, overview, folded }: ReplayModel): Tool[] {
  const { extent, has, idle = [] } = overview.value ?? {};
  const isByTime = timeline.axis.value !== 'even';
  const isCompressed = timeline.axis.value === 'active';
  const isFolded = folded.now.value.all;
  const axis: Tool = {
    id: 'axis-switch',
    icon: 'history',
    title: 'Space Steps by Time',
    command: commands.axis,
    pressed: isByTime,
  };
  const idleTime: Tool = {
    id: 'idle-switch',
    icon: 'watch',
    title: isCompressed ? 'Show Idle Time' : 'Compress Idle Time',
    command: commands.idle,
    pressed: isCompressed,
  };
  const fold: Tool = {
    id: 'fold-all',
    icon: isFolded ? 'unfold' : 'fold',
    title: isFolded ? 'Unfold All' : 'Fold All',
    command: commands.foldAll,
  };
  return [
    ...(extent !== undefined && extent.time > 0 ? [axis] : []),
    ...(isByTime && idle.length > 0 ? [idleTime] : []),
    { id: 'zoom-out', icon: 'zoom-out', title: 'Zoom Out', command: commands.zoomOut },
    { id: 'zoom-in', icon: 'zoom-in', title: 'Zoom In', command: commands.zoomIn },
    { id: 'zoom-fit', icon: 'screen-full', title: 'Show Whole Run', command: commands.showAll },
    ...(has?.nested ? [fold] : []),
  ];
}
