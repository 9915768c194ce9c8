import { t } from '../../../server/src/shared/l10n';
import { useAnswer } from '../model/answerCache';
import { speeds } from '../model/player';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { Icon, type IconName } from '../ui/Icon';
import { MoreMenu, useOverflow } from '../ui/MoreMenu';
import { numberText, pluralize } from '../ui/numberTexts';
import { type Command, pageCommands } from './pageCommands';
import './bar.css';
import './PlaybackControls.css';

/** Shows the buttons that play a workflow run, and that move between its steps, in one row. Buttons that don't fit in the row move to a menu. */
export function PlaybackControls() {
  const replay = useReplayModel();
  const { row, hidden } = useOverflow<HTMLElement>();
  const { player } = replay;
  const { before, after, goals, modes } = transportItems(replay);
  const isPlaying = player.playing.value;
  return (
    <section ref={row} class="transport" aria-label={t`Playback`}>
      {before.map(item => (
        <ItemButton key={item.id} item={item} />
      ))}
      <button
        type="button"
        class="play-button"
        data-testid="play"
        aria-label={isPlaying ? t`Pause` : t`Play`}
        title={isPlaying ? t`Pause (Space)` : t`Play (Space)`}
        onClick={() => pageCommands.play.run(replay)}
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
        name={t`playback`}
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
      <span class="read-aloud">{t`Speed`}</span>
      <select
        class="plain-select"
        data-testid="speed"
        title={t`Speed (< and >)`}
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

/** The number of the shown step. */
function StepCount() {
  const { step, overview } = useReplayModel();
  return (
    <span class="step-count" data-testid="step-count">
      {t`step ${numberText(step.value + 1)} of ${numberText(overview.value?.run.steps ?? 0)}`}
    </span>
  );
}

/** The step's time, the gap before it, and its duration. */
function StepTimes() {
  const { step, answers } = useReplayModel();
  const { value: view, fresh } = useAnswer(answers, 'step', { step: step.value });
  const { time, since, took } = (fresh && view) || {};
  return (
    <>
      <StepTime id="time" rank={2} text={time} />
      <StepTime id="since" rank={14} text={since} />
      <StepTime id="took" rank={13} text={took && t`took ${took}`} />
    </>
  );
}

function StepTime({ id, rank, text }: { id: string; rank: number; text: string | undefined }) {
  if (!text) return null;
  return (
    <span class="quiet row-fact" data-item={`step-${id}`} data-rank={rank}>
      {text}
    </span>
  );
}

/** The number of steps that arrived after the shown one. */
function NewSteps() {
  const replay = useReplayModel();
  const { arrived } = replay;
  if (arrived.value === 0) return null;
  return (
    <button type="button" class="chip plain-button" data-testid="arrived" onClick={() => goToLast(replay)}>
      <Icon name="arrow-right" />
      <span class="long">{pluralize(arrived.value, t`1 new step`, count => t`${count} new steps`)}</span>
      <span class="short" aria-hidden="true">
        {t`${numberText(arrived.value)} new`}
      </span>
    </button>
  );
}

function goToLast(replay: ReplayModel): void {
  replay.goTo((replay.overview.value?.run.steps ?? 1) - 1);
  replay.following.value = true;
}

/** The repeated range, once it has an end. */
export function Loop() {
  const { loop } = useReplayModel().player;
  const { from, to } = loop.value;
  if (from === undefined && to === undefined) return null;
  const start = from === undefined ? t`start` : from + 1;
  const end = to === undefined ? t`end` : to + 1;
  return (
    <button type="button" class="chip plain-button" title={t`Clear Loop (\\)`} onClick={() => (loop.value = {})}>
      <Icon name="sync" />
      <span class="long">{t`loop ${start} to ${end}`}</span>
      <span class="short" aria-hidden="true">
        {t`${start} to ${end}`}
      </span>
      <Icon name="close" />
    </button>
  );
}

/** A button with the same effect as a key. */
interface TransportItem {
  id: string;
  command: Command;
  icon?: IconName;
  words?: string;
  testid?: string;
  /** The item with the highest rank is hidden first; without a rank it stays. */
  rank?: number;
  /** For toggles. */
  pressed?: boolean;
}

/** The items before and after the play button, and the settings at the end. */
function transportItems({ overview, player, following, host }: ReplayModel): {
  before: TransportItem[];
  after: TransportItem[];
  goals: TransportItem[];
  modes: TransportItem[];
} {
  const { has, live } = overview.value ?? {};
  const nested: TransportItem[] = [
    { id: 'into', command: pageCommands.into, icon: 'debug-step-into', rank: 6 },
    { id: 'out', command: pageCommands.out, icon: 'debug-step-out', rank: 7 },
  ];
  const follow: TransportItem = {
    id: 'live',
    command: pageCommands.follow,
    icon: 'record',
    words: t`live`,
    testid: 'live',
    rank: 3,
    pressed: following.value,
  };
  return {
    before: [
      { id: 'first', command: pageCommands.first, icon: 'debug-restart', rank: 12 },
      { id: 'back', command: pageCommands.back, icon: 'debug-step-back', testid: 'step-back' },
    ],
    after: [
      { id: 'on', command: pageCommands.on, icon: 'debug-step-over', testid: 'step-on' },
      ...(has?.nested ? nested : []),
    ],
    goals: [
      { id: 'next-error', command: pageCommands.nextError, words: t`next error`, rank: 5 },
      { id: 'next-problem', command: pageCommands.nextProblem, words: t`next problem`, rank: 8 },
      { id: 'next-of-agent', command: pageCommands.nextOfAgent, words: t`next of agent`, rank: 9 },
    ],
    modes: [
      {
        id: 'pace',
        command: pageCommands.pace,
        words: t`even pace`,
        rank: 10,
        pressed: player.pace.value === 'even',
      },
      ...(live && host.is !== 'file' ? [follow] : []),
      { id: 'keys', command: pageCommands.keys, icon: 'question', rank: 11 },
    ],
  };
}
