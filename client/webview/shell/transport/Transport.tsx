import { speeds } from '../../model/player';
import { useReplayModel } from '../../model/replayModel';
import { Icon } from '../../ui/Icon';
import { MoreMenu } from '../../ui/MoreMenu';
import { useOverflow } from '../../ui/useOverflow';
import { commands } from '../commands';
import { Loop, NewSteps, StepCount, StepTimes } from './StepPosition';
import { type TransportItem, transportItems } from './transportItems';
import '../bar.css';
import './Transport.css';

/** Playback and step buttons; those without room are in a menu. */
export function Transport() {
  const replay = useReplayModel();
  const { row, hidden } = useOverflow<HTMLElement>();
  const { player } = replay;
  const { before, after, goals, modes } = transportItems(replay);
  const isPlaying = player.playing.value;
  return (
    <section ref={row} class="transport" aria-label="Playback">
      {before.map(item => (
        <ItemButton key={item.id} item={item} />
      ))}
      <button
        type="button"
        class="play-button"
        data-testid="play"
        aria-label={isPlaying ? 'Pause' : 'Play'}
        title={`${isPlaying ? 'Pause' : 'Play'} (Space)`}
        onClick={() => commands.play.run(replay)}
      >
        <Icon name={isPlaying ? 'debug-pause' : 'play'} />
      </button>
      {after.map(item => (
        <ItemButton key={item.id} item={item} />
      ))}
      <StepCount />
      <StepTimes />
      <span class="spring" />
      <NewSteps />
      <Loop />
      {goals.map(item => (
        <ItemButton key={item.id} item={item} />
      ))}
      <Speed />
      {modes.map(item => (
        <ItemButton key={item.id} item={item} />
      ))}
      <MoreMenu
        name="playback"
        items={[...before, ...after, ...goals, ...modes]
          .filter(({ id }) => hidden.has(id))
          .map(({ id, command, pressed }) => ({
            id,
            title: command.title,
            keys: command.keys[0],
            ...(pressed !== undefined && { checked: pressed }),
            run: () => command.run(replay),
          }))}
      />
    </section>
  );
}

function Speed() {
  const { player } = useReplayModel();
  return (
    <label class="quiet">
      <span class="read-aloud">Speed</span>
      <select
        class="plain-select"
        data-testid="speed"
        title="Speed (&lt; and &gt;)"
        value={String(player.speed.value)}
        onChange={event => (player.speed.value = Number(event.currentTarget.value))}
      >
        {speeds.map(speed => (
          <option key={speed} value={String(speed)}>
            {speed}×
          </option>
        ))}
      </select>
    </label>
  );
}

function ItemButton({ item: { id, command, icon, words, testid, rank, pressed } }: { item: TransportItem }) {
  const replay = useReplayModel();
  const named = `${command.title} (${command.keys[0]})`;
  return (
    <button
      type="button"
      class="plain-button"
      data-item={id}
      data-rank={rank}
      data-testid={testid}
      // The visible text is the accessible name, so that voice control works.
      aria-label={words === undefined ? named : undefined}
      aria-pressed={pressed}
      title={named}
      onClick={() => void command.run(replay)}
    >
      {icon && <Icon name={icon} />}
      {words}
      {words && pressed === undefined && <kbd>{command.keys[0]}</kbd>}
    </button>
  );
}
