import { useAnswer } from '../replay/answers';
import { speeds } from '../replay/player';
import { type Replay, useReplay } from '../replay/replay';
import { Icon, type IconName } from '../ui/Icon';
import { type Command, commands } from './commands';

/** Playing and stepping. */
export function Transport() {
  const replay = useReplay();
  const { player, overview, following } = replay;
  const hasNested = overview.value?.has.nested ?? false;
  return (
    <section class="transport" aria-label="Playback">
      <CommandButton command={commands.first} icon="debug-restart" />
      <CommandButton command={commands.back} icon="debug-step-back" testid="step-back" />
      <button
        type="button"
        class="play-button"
        data-testid="play"
        aria-label={player.playing.value ? 'Pause' : 'Play'}
        title={`${player.playing.value ? 'Pause' : 'Play'} (Space)`}
        onClick={() => commands.play.run(replay)}
      >
        <Icon name={player.playing.value ? 'debug-pause' : 'play'} />
      </button>
      <CommandButton command={commands.on} icon="debug-step-over" testid="step-on" />
      {hasNested && <CommandButton command={commands.into} icon="debug-step-into" />}
      {hasNested && <CommandButton command={commands.out} icon="debug-step-out" />}
      <Place />
      <span class="spring" />
      <Arrived />
      <CommandButton command={commands.nextError} words="next error" />
      <CommandButton command={commands.nextProblem} words="next problem" />
      <CommandButton command={commands.nextOfAgent} words="next of agent" />
      <Loop />
      <label class="quiet">
        <span class="read-aloud">Speed</span>
        <select
          class="speed"
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
      <button
        type="button"
        class="plain-button"
        aria-pressed={player.pace.value === 'even'}
        title="The same time for each step, or as long as it took with long gaps shortened (i)"
        onClick={() => commands.pace.run(replay)}
      >
        even pace
      </button>
      {overview.value?.live && (
        <button
          type="button"
          class="plain-button"
          data-testid="live"
          aria-pressed={following.value}
          title="Show the last step as steps arrive (.)"
          onClick={() => commands.follow.run(replay)}
        >
          <Icon name="record" /> live
        </button>
      )}
      <button
        type="button"
        class="plain-button"
        aria-label="Keys (?)"
        title="Keys (?)"
        onClick={() => commands.keys.run(replay)}
      >
        <Icon name="question" />
      </button>
    </section>
  );
}

interface CommandButtonProps {
  command: Command;
  icon?: IconName;
  words?: string;
  testid?: string;
}

function CommandButton({ command, icon, words, testid }: CommandButtonProps) {
  const replay = useReplay();
  const named = `${command.title} (${command.keys[0]})`;
  return (
    <button
      type="button"
      class="plain-button"
      data-testid={testid}
      // What is written on it is its name: who speaks to the page says what there is to see.
      aria-label={words === undefined ? named : undefined}
      title={named}
      onClick={() => void command.run(replay)}
    >
      {icon && <Icon name={icon} />}
      {words}
      {words && <kbd>{command.keys[0]}</kbd>}
    </button>
  );
}

/** Which step it is, and when. */
function Place() {
  const replay = useReplay();
  const { step, overview, answers } = replay;
  const { value: view, fresh } = useAnswer(answers, 'step', { step: step.value });
  const when = view && fresh && [view.time, view.since, view.took && `took ${view.took}`].filter(Boolean).join(' · ');
  return (
    <>
      <span class="step-count" data-testid="step-count">
        step {(step.value + 1).toLocaleString('en')} of {overview.value?.run.steps.toLocaleString('en')}
      </span>
      <span class="quiet when">{when}</span>
    </>
  );
}

function Arrived() {
  const replay = useReplay();
  const { arrived } = replay;
  if (arrived.value === 0) return null;
  return (
    <button type="button" class="chip plain-button" data-testid="arrived" onClick={() => goToLast(replay)}>
      <Icon name="arrow-right" />
      {arrived.value.toLocaleString('en')} new {arrived.value === 1 ? 'step' : 'steps'}
    </button>
  );
}

function goToLast(replay: Replay): void {
  replay.goTo((replay.overview.value?.run.steps ?? 1) - 1);
  replay.following.value = true;
}

/** The range that is played again and again, once it has an end. */
function Loop() {
  const replay = useReplay();
  const { loop } = replay.player;
  const { from, to } = loop.value;
  if (from === undefined && to === undefined) return null;
  return (
    <button
      type="button"
      class="chip plain-button"
      title="Play on without the loop (\)"
      onClick={() => (loop.value = {})}
    >
      <Icon name="sync" />
      loop {from === undefined ? 'start' : from + 1} to {to === undefined ? 'end' : to + 1}
      <Icon name="close" />
    </button>
  );
}
